/**
 * Workers, clients and upkeep in virtual time, over one store and a network that misbehaves, all
 * drawn from one seed. How to read and repeat a failure: {@code docs/simulation.md}.
 *
 * <p>Promise: single-threaded, no real clock; the same seed tells the same story.
 */
@NullMarked
package dev.tidemill.jobs.simulation;

import org.jspecify.annotations.NullMarked;
