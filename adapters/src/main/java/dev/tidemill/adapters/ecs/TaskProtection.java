package dev.tidemill.adapters.ecs;

import dev.tidemill.adapters.AdapterError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.time.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ecs.EcsClient;
import software.amazon.awssdk.services.ecs.model.UpdateTaskProtectionResponse;

/**
 * Keeps the service that owns a task from ending it while it is busy, when somebody else sets the
 * service's size. Only tasks of a service can be protected; those this adapter starts need none,
 * for nobody ends them. Protection ends by itself, so a worker that dies does not hold its place
 * forever; it is renewed at half time. For one thread.
 */
public final class TaskProtection {
  private static final Duration LASTS = Duration.ofMinutes(30);

  private final EcsClient client;
  private final String cluster;
  private final String task;
  private final TimeSource time;
  private boolean protectedNow;
  private @Nullable Duration renewAt;

  /**
   * @param task id or ARN of the worker's own task
   */
  public TaskProtection(EcsClient client, String cluster, String task, TimeSource time) {
    this.client = client;
    this.cluster = cluster;
    this.task = task;
    this.time = time;
  }

  /** Told whenever it changes, and now and then; false when there was nothing to ask for. */
  public boolean busy(boolean working) {
    boolean due = renewAt == null || (working && time.monotonic().compareTo(renewAt) >= 0);
    if (working == protectedNow && !due) {
      return false;
    }
    try {
      UpdateTaskProtectionResponse answer =
          client.updateTaskProtection(
              r -> {
                r.cluster(cluster).tasks(task).protectionEnabled(working);
                if (working) {
                  r.expiresInMinutes(Math.toIntExact(LASTS.toMinutes()));
                }
              });
      if (!answer.failures().isEmpty()) {
        throw Problem.of(
                AdapterError.PLATFORM_DENIED,
                "ECS: task %s is not protected: %s"
                    .formatted(task, Refusals.words(answer.failures())))
            .exception();
      }
    } catch (SdkException e) {
      throw TaskPlatform.unanswered("the protection of task %s was not set".formatted(task), e);
    }
    protectedNow = working;
    renewAt = time.monotonic().plus(LASTS.dividedBy(2));
    return true;
  }
}
