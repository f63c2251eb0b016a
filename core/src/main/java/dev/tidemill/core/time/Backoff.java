package dev.tidemill.core.time;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before try {@code n}: doubling from {@code first} up to {@code limit}, spread by
 * {@code jitter} (0.25 = ±25 %) so that those who failed together do not return together.
 */
public record Backoff(Duration first, Duration limit, double jitter) {

  public Backoff {
    if (first.isNegative() || first.isZero() || limit.compareTo(first) < 0) {
      throw new IllegalArgumentException("need 0 < first <= limit, got " + first + " and " + limit);
    }
    if (jitter < 0 || jitter >= 1) {
      throw new IllegalArgumentException("jitter must be in [0, 1), got " + jitter);
    }
  }

  /** The wait before a try; {@code failures} counts those that went before and starts at 1. */
  public Duration after(int failures, RandomGenerator random) {
    if (failures < 1) {
      throw new IllegalArgumentException("failures counts from 1, got " + failures);
    }
    double factor = jitter == 0 ? 1 : 1 + jitter * (2 * random.nextDouble() - 1);
    return Duration.ofNanos((long) (step(failures).toNanos() * factor));
  }

  private Duration step(int failures) {
    int doublings = Math.min(failures - 1, 62);
    long nanos = first.toNanos();
    long cap = limit.toNanos();
    return Duration.ofNanos(nanos > cap >> doublings ? cap : nanos << doublings);
  }
}
