package dev.tidemill.jobs;

import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import java.time.Duration;
import java.util.List;

/**
 * Due jobs that ask the same of a worker.
 *
 * @param oldest how long the first of them has been due
 * @param known a live worker that takes jobs knows the type and has what is required
 */
public record Waiting(
    Queue queue, JobType type, List<String> requires, long jobs, Duration oldest, boolean known) {
  public Waiting {
    requires = List.copyOf(requires);
  }
}
