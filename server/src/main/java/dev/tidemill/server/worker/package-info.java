/**
 * The API of workers that hold no database credentials: {@code JobLeases}, one route per call.
 *
 * <p>Promise: a call does what the call on the store does. The lease is data that the worker sends
 * along; the store, not this server, knows whether it is still good, so any server can answer any
 * worker and a restarted one remembers all it needs. A worker whose protocol this server does not
 * know is refused at registration, and told so.
 */
@NullMarked
package dev.tidemill.server.worker;

import org.jspecify.annotations.NullMarked;
