/**
 * Hints that there is work to claim.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>A permit is a hint, never a job. Lost, late and doubled permits cost time or a claim that
 *       finds nothing; they never cost, double or delay work beyond the next pass of upkeep.
 *   <li>Ringing neither blocks nor throws, whatever has become of the broker; rings close together
 *       become one, and the last of them is never swallowed by those before it.
 *   <li>The number of permits that exist is bounded by whoever keeps them, so that a million
 *       pending jobs need no more than a handful.
 *   <li>A broker that is away, restarted, emptied or cut off is used again when it is back, without
 *       a restart of the process. One line in the log says that it went, one that it came back.
 * </ul>
 *
 * <p>Who keeps them: {@code memory:} this process, {@code nats://} a JetStream work queue (each
 * permit goes to one process), {@code store:} PostgreSQL's NOTIFY (each goes to all processes that
 * listen). {@code docs/adr/0008-permits.md} says what happens when each part fails.
 */
@NullMarked
package dev.tidemill.jobs.permit;

import org.jspecify.annotations.NullMarked;
