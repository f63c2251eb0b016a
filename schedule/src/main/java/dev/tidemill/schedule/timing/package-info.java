/**
 * When a schedule fires. Pure: no clock, no state.
 *
 * <p>Promise: the ticks of a schedule are a function of what was asked for and of nothing else, so
 * every node and every restart sees the same. A cron expression names local times of its zone, each
 * of which fires once: a time that a change of clocks leaves out fires at the moment of the change
 * (once, however many were left out), and one that comes twice fires the first time only. Intervals
 * count real time from an anchor that never moves.
 */
@NullMarked
package dev.tidemill.schedule.timing;

import org.jspecify.annotations.NullMarked;
