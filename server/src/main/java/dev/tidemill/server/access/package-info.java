/**
 * Who may do what.
 *
 * <p>Promise: before more of a body is taken in than fits in a head, it is known who asks and that
 * the route's role covers it: 401 without a token that is known, 403 with one of the wrong kind.
 * Tokens are compared in constant time and never told. Open to everybody only on loopback, where
 * pages of other sites are kept out and requests must name this machine.
 */
@NullMarked
package dev.tidemill.server.access;

import org.jspecify.annotations.NullMarked;
