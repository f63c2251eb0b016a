package dev.tidemill.jobs.worker;

import java.time.Duration;

/**
 * How many jobs to hold ready beyond the slots. Long jobs: none, another worker may be free for
 * them. Short ones: as many as keep the slots busy while the next claim is under way.
 */
final class Pace {
  /** Longer than a claim takes, much shorter than anybody would mind waiting. */
  private static final Duration COVER = Duration.ofMillis(40);

  private static final double WEIGHT = 0.05;

  private final int slots;
  private final int most;
  private double averageNanos = -1;

  Pace(int slots, int most) {
    this.slots = slots;
    this.most = most;
  }

  void ran(Duration duration) {
    double nanos = duration.toNanos();
    averageNanos = averageNanos < 0 ? nanos : averageNanos + WEIGHT * (nanos - averageNanos);
  }

  int ahead() {
    if (averageNanos < 0 || averageNanos >= COVER.toNanos()) {
      return 0;
    }
    return (int) Math.min(most, slots * (COVER.toNanos() / Math.max(1, averageNanos)));
  }
}
