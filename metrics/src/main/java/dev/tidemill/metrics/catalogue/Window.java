package dev.tidemill.metrics.catalogue;

import dev.tidemill.promql.series.TimeRange;
import java.time.Duration;

/** Two hours, counted from 1970: no segment reaches from one into another. */
public record Window(long start) implements Comparable<Window> {
  public static final long MILLIS = Duration.ofHours(2).toMillis();

  /** Times beyond are no times of samples: that is 146 million years. */
  public static final long FARTHEST = 1L << 62;

  public static Window of(long timestamp) {
    if (timestamp < -FARTHEST || timestamp > FARTHEST) {
      throw new IllegalArgumentException(timestamp + " is no time");
    }
    return new Window(Math.floorDiv(timestamp, MILLIS) * MILLIS);
  }

  public TimeRange times() {
    return new TimeRange(start, start + MILLIS - 1);
  }

  @Override
  public int compareTo(Window other) {
    return Long.compare(start, other.start);
  }
}
