/**
 * The edge of the program: HTTP in, answers out.
 *
 * <p>Promise: nothing is reachable that did not declare who may call it, how large a request may be
 * and what it looks like.
 */
@NullMarked
package dev.tidemill.server;

import org.jspecify.annotations.NullMarked;
