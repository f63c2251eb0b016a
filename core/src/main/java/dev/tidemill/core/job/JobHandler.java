package dev.tidemill.core.job;

/**
 * Runs one kind of job.
 *
 * @param <P> the payload, read from JSON into this type before {@link #run}
 */
public interface JobHandler<P> {

  JobType type();

  Class<P> payloadClass();

  default Queue queue() {
    return Queue.EXEC;
  }

  default JobLimits limits() {
    return JobLimits.DEFAULT;
  }

  /**
   * Does the work. Throwing is the same as returning {@link JobOutcome.Fail}: retried when the
   * error's code says so, and an error without a code is taken as retryable.
   */
  JobOutcome run(P payload, JobContext context) throws Exception;
}
