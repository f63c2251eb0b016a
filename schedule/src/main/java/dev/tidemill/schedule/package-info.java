/**
 * Work that starts by the clock.
 *
 * <p>Promise: each tick of a schedule fires exactly once, on any number of nodes. The store is
 * authoritative: a fire is a row, unique for schedule and time, written in the transaction that
 * advances the schedule. Leadership ({@link dev.tidemill.schedule.leader}) only keeps nodes from
 * trying in vain; two leaders at once would be wasteful and harmless.
 *
 * <p>The states of a schedule are in {@link dev.tidemill.schedule.ScheduleState#TABLE}, drawn in
 * {@code docs/diagrams/schedule.mmd}.
 */
@NullMarked
package dev.tidemill.schedule;

import org.jspecify.annotations.NullMarked;
