package dev.tidemill.jobs;

import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job as it is asked for.
 *
 * @param payload JSON the handler reads
 * @param priority smaller is sooner
 * @param key jobs of one key share a concurrency limit
 * @param requires capabilities a worker must have
 * @param delay how long to wait before the job may be claimed
 */
public record JobSpec(
    JobType type,
    Queue queue,
    String payload,
    JobLimits limits,
    int priority,
    @Nullable String key,
    List<String> requires,
    Duration delay) {

  public static final int NORMAL_PRIORITY = 100;

  public JobSpec {
    requires = requires.stream().sorted().distinct().toList();
  }

  public static JobSpec of(JobType type, String payload) {
    return new JobSpec(
        type,
        Queue.EXEC,
        payload,
        JobLimits.DEFAULT,
        NORMAL_PRIORITY,
        null,
        List.of(),
        Duration.ZERO);
  }

  public JobSpec queue(Queue other) {
    return new JobSpec(type, other, payload, limits, priority, key, requires, delay);
  }

  public JobSpec limits(JobLimits other) {
    return new JobSpec(type, queue, payload, other, priority, key, requires, delay);
  }

  public JobSpec priority(int other) {
    return new JobSpec(type, queue, payload, limits, other, key, requires, delay);
  }

  public JobSpec requires(String... capabilities) {
    return new JobSpec(type, queue, payload, limits, priority, key, List.of(capabilities), delay);
  }

  public JobSpec delay(Duration other) {
    return new JobSpec(type, queue, payload, limits, priority, key, requires, other);
  }

  public JobSpec key(@Nullable String other) {
    return new JobSpec(type, queue, payload, limits, priority, other, requires, delay);
  }
}
