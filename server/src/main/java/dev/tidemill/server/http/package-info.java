/**
 * The HTTP server.
 *
 * <p>Promise: a handler runs on a virtual thread of its own and blocks as it likes; it is
 * interrupted when its client goes away, and when the route's time is up the client gets its 504
 * even if the handler does not listen. Nothing is unbounded: requests under way, connections, the
 * head and the body of a request, the time a client may take to send or to read. Every error is
 * {@code {code, message, field, cause, next}}; a fault of the program is told as INTERNAL_ERROR
 * without its innards and logged once with its route. An answer that breaks off in the middle ends
 * in a broken connection, never in what looks like a whole one. Stopping lets requests under way
 * finish, up to a limit.
 *
 * <p>Half a close counts as a close: a client that shuts down its sending side gets no answer.
 */
@NullMarked
package dev.tidemill.server.http;

import org.jspecify.annotations.NullMarked;
