package dev.tidemill.adapters.ecs;

import dev.tidemill.adapters.AdapterError;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.service.Loop;
import dev.tidemill.core.service.Service;
import dev.tidemill.core.time.TimeSource;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final Duration LOOK = Duration.ofSeconds(5);
  private static final Pattern ARN =
      Pattern.compile("arn:[^:]+:ecs:(?<region>[^:]+):[^:]*:task/(?<cluster>[^/]+)/[^/]+");

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

  /**
   * Looks every few seconds whether the worker is busy, as long as the service runs.
   *
   * @param arn the worker's own task
   */
  public static Service kept(String arn, IntSupplier running, TimeSource time) {
    Matcher parts = ARN.matcher(arn);
    if (!parts.matches()) {
      throw Problem.of(CoreError.INVALID_INPUT, "'%s' is no task".formatted(arn))
          .field("worker.task")
          .next(
              "write its ARN, with the cluster's name in it; the task's metadata endpoint tells it")
          .exception();
    }
    var location = new EcsSettings.Location(parts.group("cluster"), parts.group("region"), null);
    return kept(
        new TaskProtection(EcsAdapter.client(location), location.cluster(), arn, time),
        running,
        time);
  }

  static Service kept(TaskProtection protection, IntSupplier running, TimeSource time) {
    return new Loop(
        "task-protection",
        time,
        () -> {
          protection.busy(running.getAsInt() > 0);
          return LOOK;
        });
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
