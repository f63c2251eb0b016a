/**
 * Things that run in the background and end with their owner.
 *
 * <p>Promise: {@code start} returns once the work is under way, {@code stop} once it has ended;
 * both may be called at any time, by any thread, any number of times. A group starts in order,
 * stops in reverse, and a failure on the way down hides no other. Every service passes {@code
 * ServiceContract}.
 */
@NullMarked
package dev.tidemill.core.service;

import org.jspecify.annotations.NullMarked;
