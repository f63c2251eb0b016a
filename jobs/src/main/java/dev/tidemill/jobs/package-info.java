/**
 * The durable path: work that is never lost and never settled twice.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>The store is the truth. Every change of state is one guarded transaction; messages are
 *       hints and may be lost, late or doubled.
 *   <li>A claim raises the job's epoch. Heartbeats and settlements count only from the holder of
 *       the current epoch; a former holder is told {@code lost}.
 *   <li>Settling again what one settled answers {@code already_yours}, so a lost answer is
 *       harmless.
 *   <li>The next stage of a run is created exactly once, in the transaction that settles the last
 *       job of the stage before.
 *   <li>Only the store's clock decides what is due and who is alive.
 * </ul>
 *
 * <p>Three seams, not one store interface: {@link dev.tidemill.jobs.JobIntake} for those who want
 * work done, {@link dev.tidemill.jobs.JobLeases} for those who do it, {@link
 * dev.tidemill.jobs.JobUpkeep} for what nobody else can notice. Locks are taken in one order: runs
 * by id, then jobs, then workers ({@code docs/lock-order.md}). Diagrams: {@code
 * docs/diagrams/job.mmd}, {@code run.mmd}, {@code worker.mmd}.
 */
@NullMarked
package dev.tidemill.jobs;

import org.jspecify.annotations.NullMarked;
