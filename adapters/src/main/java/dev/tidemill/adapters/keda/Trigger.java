package dev.tidemill.adapters.keda;

import dev.tidemill.core.config.Durations;
import dev.tidemill.scale.CapabilitySet;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What stands under {@code metadata} of a trigger.
 *
 * @param capabilities which jobs: those that need exactly this set; none by default
 * @param tasksPerWorker how many a worker is given before another is asked for
 * @param waitGoal when jobs wait longer, each waiting one counts for more
 */
record Trigger(CapabilitySet capabilities, int tasksPerWorker, @Nullable Duration waitGoal) {
  static final int TASKS_PER_WORKER = 5;

  private static final String CAPABILITIES = "capabilities";
  private static final String TASKS = "tasksPerWorker";
  private static final String GOAL = "waitGoal";
  private static final List<String> OWN = List.of(CAPABILITIES, TASKS, GOAL);

  /** How KEDA itself reaches the scaler; it passes these on. */
  private static final Set<String> KEDAS =
      Set.of(
          "scalerAddress",
          "tlsCertFile",
          "caCert",
          "tlsClientCert",
          "tlsClientKey",
          "unsafeSsl",
          "enableTLS");

  /** Throws {@link IllegalArgumentException} that says what is wrong and what there is. */
  static Trigger parse(Map<String, String> metadata) {
    var unknown = new TreeSet<>(metadata.keySet());
    unknown.removeAll(OWN);
    unknown.removeAll(KEDAS);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "unknown metadata %s; there are %s"
              .formatted(String.join(", ", unknown), String.join(", ", OWN)));
    }
    String names = metadata.getOrDefault(CAPABILITIES, "").strip();
    String goal = metadata.getOrDefault(GOAL, "").strip();
    return new Trigger(
        names.isEmpty()
            ? CapabilitySet.NONE
            : CapabilitySet.of(Arrays.stream(names.split(",", -1)).map(String::strip).toList()),
        tasks(metadata.getOrDefault(TASKS, Integer.toString(TASKS_PER_WORKER)).strip()),
        goal.isEmpty() ? null : goal(goal));
  }

  private static int tasks(String text) {
    try {
      int tasks = Integer.parseInt(text);
      if (tasks > 0) {
        return tasks;
      }
    } catch (NumberFormatException _) {
      // Told below, like 0.
    }
    throw new IllegalArgumentException(
        "%s must be a whole number above 0, got '%s'".formatted(TASKS, text));
  }

  private static Duration goal(String text) {
    Duration goal = Durations.parse(text);
    if (goal.isZero()) {
      throw new IllegalArgumentException(GOAL + " must be longer than 0");
    }
    return goal;
  }
}
