@NullMarked
package dev.tidemill.cli.command;

import org.jspecify.annotations.NullMarked;
