/**
 * The only door to time.
 *
 * <p>Promise: code that takes its time from a {@link dev.tidemill.core.time.TimeSource} behaves the
 * same in real and in simulated time. Durations are measured on {@code monotonic()}, which never
 * jumps; {@code now()} is for people and may jump either way. What must be agreed between processes
 * (leases, due times) uses the store's clock, not this one.
 */
@NullMarked
package dev.tidemill.core.time;

import org.jspecify.annotations.NullMarked;
