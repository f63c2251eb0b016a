/**
 * The worker: takes jobs, runs their handlers, settles how they ended.
 *
 * <p>{@link dev.tidemill.jobs.worker.WorkerCore} decides and knows neither threads nor clocks nor
 * the store; {@link dev.tidemill.jobs.worker.JobWorker} carries out what it says. The same core
 * runs in simulation.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>A job is run only while its claim is believed to hold; code whose claim was lost is
 *       interrupted, and whatever it still returns is thrown away.
 *   <li>A result is offered to the store until the store has said what it thinks of it, or the
 *       lease is known to be lost. A store that is away stops nothing that runs.
 *   <li>Going down: no more claims, then running code may finish until the grace is over, then it
 *       is interrupted and handed back, and only then do the signs of life end.
 *   <li>Nothing here waits for a connection that user code holds: signs of life have their own
 *       thread and their own connection.
 * </ul>
 */
@NullMarked
package dev.tidemill.jobs.worker;

import org.jspecify.annotations.NullMarked;
