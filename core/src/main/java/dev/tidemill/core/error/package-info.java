/**
 * Errors a person can act on.
 *
 * <p>Promise: every error that leaves a module carries an {@link
 * dev.tidemill.core.error.ErrorCode}, which alone decides retry, HTTP status and exit code, and
 * says what happened to which object, what was left unchanged and what to do next. Each module has
 * its own enum of codes; names are unique over the whole program.
 */
@NullMarked
package dev.tidemill.core.error;

import org.jspecify.annotations.NullMarked;
