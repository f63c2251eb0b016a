package dev.tidemill.promql.leaf;

import java.time.Duration;

/** The moments a query is evaluated at: from start to end, both included as far as steps reach. */
public record StepGrid(long start, long end, Duration step) {
  public StepGrid {
    if (end < start || step.toMillis() < 1) {
      throw new IllegalArgumentException(
          "no steps from %d to %d by %s".formatted(start, end, step));
    }
  }

  public static StepGrid instant(long timestamp) {
    return new StepGrid(timestamp, timestamp, Duration.ofMillis(1));
  }

  public int count() {
    return Math.toIntExact((end - start) / step.toMillis() + 1);
  }

  public long timestamp(int index) {
    return start + index * step.toMillis();
  }
}
