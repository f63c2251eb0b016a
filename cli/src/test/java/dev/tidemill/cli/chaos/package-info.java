/** The program as processes that are killed, stopped and cut off, and what came of the work. */
@NullMarked
package dev.tidemill.cli.chaos;

import org.jspecify.annotations.NullMarked;
