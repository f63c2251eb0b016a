package dev.tidemill.scale.simulate.peer;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How the HorizontalPodAutoscaler turns a ratio into replicas by default: nothing within a
 * tolerance of 0.1, down only to the most wanted in 300 s, up by at most four pods or twofold every
 * 15 s.
 */
final class HpaRules {
  static final double PERIOD = 15;
  static final double GRACE = 30;
  private static final double TOLERANCE = 0.1;
  private static final double DOWN_WINDOW = 300;

  private final Deque<double[]> wanted = new ArrayDeque<>();

  int replicas(double ratio, int present, double now) {
    boolean near = Math.abs(ratio - 1) <= TOLERANCE;
    return settle(near ? present : (int) Math.ceil(ratio * present), present, now);
  }

  int settle(int desired, int present, double now) {
    wanted.addLast(new double[] {now, desired});
    while (wanted.getFirst()[0] < now - DOWN_WINDOW) {
      wanted.removeFirst();
    }
    int most = (int) wanted.stream().mapToDouble(one -> one[1]).max().orElse(desired);
    return desired < present
        ? Math.min(present, most)
        : Math.min(desired, Math.max(present * 2, present + 4));
  }
}
