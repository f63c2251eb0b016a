package dev.tidemill.jobs;

import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import java.util.Set;

/**
 * @param types the pairs of type and payload version the worker knows; others are left alone
 * @param capabilities what the worker has; a job that requires more is left alone
 */
public record ClaimRequest(Queue queue, int max, Set<JobType> types, Set<String> capabilities) {
  public ClaimRequest {
    types = Set.copyOf(types);
    capabilities = Set.copyOf(capabilities);
    if (max < 1) {
      throw new IllegalArgumentException("claim at least one job, got " + max);
    }
  }
}
