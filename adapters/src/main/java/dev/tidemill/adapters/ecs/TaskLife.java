package dev.tidemill.adapters.ecs;

import dev.tidemill.adapters.instance.Instance.Life;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ecs.model.Container;
import software.amazon.awssdk.services.ecs.model.Task;

/** How far a task is, read from what ECS says. Pure. */
final class TaskLife {
  private TaskLife() {}

  static Life of(Task task) {
    return switch (Objects.requireNonNullElse(task.lastStatus(), "PROVISIONING")) {
      case "PROVISIONING", "PENDING" ->
          new Life.Waiting("is " + task.lastStatus(), false, begun(task));
      case "STOPPED", "DELETED" -> new Life.Ended(ended(task));
      // Also what is stopping: its worker may still hand back what it has.
      default -> new Life.Running();
    };
  }

  private static boolean begun(Task task) {
    return task.containers().stream()
        .anyMatch(container -> "RUNNING".equals(container.lastStatus()));
  }

  private static String ended(Task task) {
    Stream<String> task1 = Stream.of(task.stopCodeAsString(), task.stoppedReason());
    String why =
        Stream.concat(task1, task.containers().stream().map(TaskLife::ended))
            .filter(word -> word != null && !word.isBlank())
            .collect(Collectors.joining(", "));
    return why.isEmpty() ? "ended, and nobody says why" : "ended: " + why;
  }

  private static String ended(Container container) {
    String code = container.exitCode() == null ? "" : "exit code " + container.exitCode();
    String reason = container.reason() == null ? "" : " (" + container.reason() + ")";
    String words = (code + reason).strip();
    return words.isEmpty() ? "" : container.name() + " " + words;
  }
}
