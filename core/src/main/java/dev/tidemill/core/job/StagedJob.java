package dev.tidemill.core.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A completed job of a run's staging, for the jobs that follow it.
 *
 * @param payload what it was asked to do
 * @param result what it said of it, JSON
 * @param outputs the objects that count
 */
public record StagedJob(
    JobId id, JobType type, String payload, @Nullable String result, List<Output> outputs) {
  public StagedJob {
    outputs = List.copyOf(outputs);
  }
}
