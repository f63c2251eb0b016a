package dev.tidemill.jobs;

import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import java.util.List;
import java.util.Optional;

/**
 * For those who want work done. Thread-safe. Every call is one transaction: it happened or it did
 * not.
 */
public interface JobIntake {

  /**
   * Creates a run with its first jobs. With an idempotency key, submitting the same again answers
   * the run that exists; submitting something else under the same key is a conflict.
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

  Optional<RunView> find(RunId run);

  /** Newest first. */
  List<RunView> runs(Page page);

  /** In order of creation. */
  List<JobView> jobs(RunId run, Page page);

  Optional<JobView> find(JobId job);

  /**
   * What happened to a run after the event {@code after}, oldest first; 0 begins at the beginning.
   */
  List<RunEvent> events(RunId run, long after, int limit);

  /** The outputs that count. */
  List<SettledOutput> outputs(RunId run);
}
