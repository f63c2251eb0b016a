/**
 * A fleet in simulated time: what a policy would have done with a load, and what it would have
 * cost.
 *
 * <p>Promise: pure and seeded. The same workload, seed and scaler give the same scores, and no
 * clock is read. All times are seconds since the start of the simulation. Whoever is compared sees
 * the same arrivals, the same start-up times and the same signals.
 */
@NullMarked
package dev.tidemill.scale.simulate;

import org.jspecify.annotations.NullMarked;
