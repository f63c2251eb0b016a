package dev.tidemill.jobs.worker;

import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.Backoff;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What a worker may do.
 *
 * @param slots how many jobs run at once
 * @param batch how many jobs one claim asks for at least, when there is room
 * @param ahead how many jobs may wait in hand for a slot, at most, when jobs are short
 * @param types what it runs, by the queue it is claimed from
 * @param capabilities what it has
 * @param retry how long a failed job waits before its next try
 * @param unwind how long code that was told to stop may take before its job goes on without it
 */
public record WorkerPlan(
    int slots,
    int batch,
    int ahead,
    Map<Queue, Set<JobType>> types,
    Set<String> capabilities,
    Backoff retry,
    Duration unwind) {

  public static final Backoff DEFAULT_RETRY =
      new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5), 0.25);
  public static final Duration DEFAULT_UNWIND = Duration.ofSeconds(10);

  public WorkerPlan {
    types = Map.copyOf(types);
    capabilities = Set.copyOf(capabilities);
    if (slots < 1 || batch < 1 || ahead < 0) {
      throw new IllegalArgumentException(
          "need slots >= 1, batch >= 1, ahead >= 0, got %d, %d, %d".formatted(slots, batch, ahead));
    }
  }
}
