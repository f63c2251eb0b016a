/** The commands, each in a class of its own. */
@NullMarked
package dev.tidemill.cli.command;

import org.jspecify.annotations.NullMarked;
