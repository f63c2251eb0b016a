/**
 * The seams over HTTP, for processes that hold no database credentials: workers, and a command line
 * that talks to a server.
 *
 * <p>Promise: a call through here does what the call on the store does, and fails with the same
 * error codes. Every call ends within its limit, also when the server has vanished; a call that
 * ended in an exception may or may not have happened, and nothing is tried again behind the
 * caller's back. Signs of life have a connection of their own, so that work that is stuck never
 * makes a healthy worker look dead.
 */
@NullMarked
package dev.tidemill.jobs.http;

import org.jspecify.annotations.NullMarked;
