package dev.tidemill.jobs;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.state.JobStatus;
import org.jspecify.annotations.Nullable;

/** Which jobs to list; what is absent does not matter. */
public record JobFilter(@Nullable RunId run, @Nullable JobStatus status, @Nullable String type) {
  public static final JobFilter ALL = new JobFilter(null, null, null);

  public static JobFilter of(RunId run) {
    return new JobFilter(run, null, null);
  }
}
