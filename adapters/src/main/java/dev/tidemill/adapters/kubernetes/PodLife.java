package dev.tidemill.adapters.kubernetes;

import dev.tidemill.adapters.instance.Instance.Life;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How far a pod is, read from what its node and the scheduler say. Pure. */
final class PodLife {
  /** Reasons to wait that do not go away by waiting. */
  private static final Set<String> HOPELESS =
      Set.of(
          "ImagePullBackOff",
          "InvalidImageName",
          "ErrImageNeverPull",
          "CreateContainerConfigError",
          "CreateContainerError",
          "RunContainerError",
          "CrashLoopBackOff");

  private final Pod pod;
  private final PodStatus status;

  private PodLife(Pod pod) {
    this.pod = pod;
    status = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
  }

  static Life of(Pod pod, Instant now, Duration pendingLimit) {
    return new PodLife(pod).read(now, pendingLimit);
  }

  private Life read(Instant now, Duration pendingLimit) {
    Optional<ContainerStateTerminated> over = workerEnd();
    if ("NodeLost".equals(status.getReason()) && pod.getMetadata().getDeletionTimestamp() != null) {
      return new Life.Ended("was on a node that is lost");
    }
    return switch (Objects.requireNonNullElse(status.getPhase(), "Pending")) {
      case "Succeeded" -> new Life.Ended("ended by itself");
      case "Failed" -> new Life.Ended(failed(over.orElse(null)));
      case "Pending" -> waiting(now, pendingLimit);
      // The worker is gone when its container is, whatever else the pod still runs.
      default -> over.<Life>map(end -> new Life.Ended(failed(end))).orElseGet(Life.Running::new);
    };
  }

  private Life waiting(Instant now, Duration pendingLimit) {
    boolean begun =
        statuses(status.getContainerStatuses())
            .anyMatch(c -> c.getState() != null && c.getState().getWaiting() == null);
    for (ContainerStatus container :
        Stream.concat(
                statuses(status.getInitContainerStatuses()),
                statuses(status.getContainerStatuses()))
            .toList()) {
      var wait = container.getState() == null ? null : container.getState().getWaiting();
      if (wait != null && wait.getReason() != null && HOPELESS.contains(wait.getReason())) {
        String why = detail(wait.getReason(), wait.getMessage());
        return new Life.Waiting(
            "cannot start %s: %s".formatted(container.getName(), why), true, begun);
      }
    }
    return unschedulable()
        .<Life>map(
            condition ->
                new Life.Waiting(
                    "finds no node: " + detail("Unschedulable", condition.getMessage()),
                    now.isAfter(since(condition, now).plus(pendingLimit)),
                    begun))
        .orElseGet(() -> new Life.Waiting("is being started", false, begun));
  }

  private Optional<PodCondition> unschedulable() {
    List<PodCondition> all = status.getConditions();
    return (all == null ? Stream.<PodCondition>empty() : all.stream())
        .filter(c -> "PodScheduled".equals(c.getType()) && "False".equals(c.getStatus()))
        .filter(c -> "Unschedulable".equals(c.getReason()))
        .findFirst();
  }

  /** The scheduler's own time, else that of the pod; unknown is taken for just now. */
  private Instant since(PodCondition condition, Instant now) {
    String at =
        condition.getLastTransitionTime() != null
            ? condition.getLastTransitionTime()
            : pod.getMetadata().getCreationTimestamp();
    return at == null ? now : Instant.parse(at);
  }

  private Optional<ContainerStateTerminated> workerEnd() {
    String worker = PodMaker.worker(pod).getName();
    return statuses(status.getContainerStatuses())
        .filter(c -> worker.equals(c.getName()) && c.getState() != null)
        .map(c -> c.getState().getTerminated())
        .filter(Objects::nonNull)
        .findFirst();
  }

  private String failed(@Nullable ContainerStateTerminated end) {
    if (status.getReason() != null) {
      return "ended: " + detail(status.getReason(), status.getMessage());
    }
    return end == null
        ? "ended, and nobody says why"
        : "ended with exit code %d: %s"
            .formatted(end.getExitCode(), detail(end.getReason(), end.getMessage()));
  }

  private static Stream<ContainerStatus> statuses(@Nullable List<ContainerStatus> list) {
    return list == null ? Stream.empty() : list.stream();
  }

  private static String detail(@Nullable String reason, @Nullable String message) {
    String first = reason == null ? "no reason given" : reason;
    return message == null || message.isBlank() ? first : "%s (%s)".formatted(first, message);
  }
}
