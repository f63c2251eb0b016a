/**
 * Whether this process is well: {@code /health}, {@code /ready}, {@code /metrics}.
 *
 * <p>Promise: the server and every worker answer them alike, to anyone. {@code /ready} asks what it
 * depends on at that moment, each part on a thread of its own and within a limit; a part that does
 * not answer is never asked twice at once. What is said to anyone holds no addresses and no
 * innards, only the names of the parts.
 */
@NullMarked
package dev.tidemill.server.health;

import org.jspecify.annotations.NullMarked;
