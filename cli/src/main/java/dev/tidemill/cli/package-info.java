/**
 * The program as people meet it.
 *
 * <p>Promise: data go to stdout, narration to stderr; JSON equals the REST body; errors say what,
 * why and what to do next, and their exit code says whose turn it is. A command loads only what it
 * needs.
 */
@NullMarked
package dev.tidemill.cli;

import org.jspecify.annotations.NullMarked;
