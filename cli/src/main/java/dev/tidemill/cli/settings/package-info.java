/** From flags, environment and file to settings; the composition of every module's keys. */
@NullMarked
package dev.tidemill.cli.settings;

import org.jspecify.annotations.NullMarked;
