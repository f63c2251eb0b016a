package dev.tidemill.jobs;

import dev.tidemill.core.job.RunId;
import java.util.List;

/**
 * For those who do the work. Thread-safe. Implemented by the store and by the worker HTTP API, so
 * that a worker needs no database credentials.
 *
 * <p>A call that ends in an exception may or may not have happened. That is harmless: settling
 * again answers {@link SettleAnswer#ALREADY_YOURS}, and a claim whose answer was lost comes back as
 * a stray with the next heartbeat.
 */
public interface JobLeases {

  /**
   * Opens the lease of a worker process. Refused while another process holds the name.
   *
   * @throws dev.tidemill.core.error.TidemillException {@code WORKER_NAME_TAKEN}
   */
  WorkerLease register(WorkerHello hello);

  /**
   * Takes at most {@code max} jobs in the store's order (priority, then longest due), each under a
   * new epoch. A lost or stopped worker gets nothing.
   */
  List<ClaimedJob> claim(WorkerLease lease, ClaimRequest request);

  /** Extends the lease and tells which of the jobs in hand are lost or should stop. */
  HeartbeatAnswer heartbeat(WorkerLease lease, Heartbeat beat);

  /**
   * Ends executions; answers in the order of {@code settlements}. One bad entry spoils no other.
   */
  List<SettleAnswer> settle(WorkerLease lease, List<Settlement> settlements);

  /** Keeps lines for executions that still hold their epoch; those of others are dropped. */
  void log(WorkerLease lease, List<JobLines> lines);

  /** How far a run's staging is, for jobs that follow it and for those who keep its source open. */
  Staging staging(RunId run);

  /** Ends the lease; whatever the worker still held becomes pending at once. */
  void stop(WorkerLease lease);
}
