package dev.tidemill.jobs;

import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import java.util.List;
import java.util.Optional;

/**
 * For those who want work done. Thread-safe. Every call is one transaction: it happened or it did
 * not. Implemented by the store and by the HTTP API.
 */
public interface JobIntake {

  /**
   * Creates a run with its first jobs. With an idempotency key, submitting the same again answers
   * the run that exists; submitting something else under the same key is a conflict.
   *
   * @throws dev.tidemill.core.error.TidemillException {@code TOO_MANY_PENDING} when the tenant has
   *     as many jobs waiting as it may have
   */
  Submitted submit(RunSpec spec);

  /**
   * Asks a run to stop: what nobody holds is cancelled now, holders are told with their next
   * heartbeat. Cancelling a run that has ended, or is being cancelled, changes nothing.
   */
  RunView cancel(RunId run);

  /**
   * Gives the failed and cancelled jobs of an ended run another try with a fresh budget; what
   * completed stays. Refused while jobs of the run have not stopped yet, and when there is nothing
   * to retry.
   */
  RunView retry(RunId run);

  /**
   * Does everything once more, as a new run, so that the history of the old one stays. Allowed in
   * any state.
   */
  Submitted again(RunId run);

  /**
   * Gives one failed or cancelled job of an ended run another try. Only where the run lets its jobs
   * finish independently of each other; elsewhere the run is what can be retried.
   */
  JobView retry(JobId job);

  Optional<RunView> find(RunId run);

  /** Newest first. */
  List<RunView> runs(RunFilter filter, Page page);

  /** In order of creation. */
  List<JobView> jobs(JobFilter filter, Page page);

  Optional<JobView> find(JobId job);

  /** How a job's executions ended, oldest first. */
  List<Attempt> attempts(JobId job);

  /** What a job's code said, oldest first; 0 begins at the beginning. */
  List<LogLine> log(JobId job, long after, int limit);

  /**
   * What happened to a run after the event {@code after}, oldest first; 0 begins at the beginning.
   */
  List<RunEvent> events(RunId run, long after, int limit);

  /** The outputs that count, in order of their names; {@code after} is the last one seen, or "". */
  List<SettledOutput> outputs(RunId run, String after, int limit);
}
