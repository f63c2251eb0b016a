package dev.tidemill.promql.function;

import java.util.Arrays;

/**
 * Where the largest or smallest sample of a window is while the window moves along a series. Only
 * those that may still become it are kept, the present one first, so that each sample is looked at
 * about twice and not once for each step. NaN is it only if there is nothing else.
 */
final class SlidingExtreme {
  private final boolean largest;
  private final boolean lastOfEquals;
  private int[] candidates = {};
  private int head;
  private int tail;
  private int reached;

  /**
   * @param lastOfEquals or the first
   */
  SlidingExtreme(boolean largest, boolean lastOfEquals) {
    this.largest = largest;
    this.lastOfEquals = lastOfEquals;
  }

  boolean is(boolean ofLargest, boolean ofLastOfEquals) {
    return largest == ofLargest && lastOfEquals == ofLastOfEquals;
  }

  /** Begins with another series. */
  void restart() {
    head = 0;
    tail = 0;
    reached = 0;
  }

  /** Its index; neither end of the window ever goes back. */
  int find(double[] values, int from, int to) {
    if (candidates.length < to) {
      candidates = Arrays.copyOf(candidates, values.length);
    }
    for (reached = Math.max(reached, from); reached < to; reached++) {
      double value = values[reached];
      if (!Double.isNaN(value)) {
        while (tail > head && givesWay(values[candidates[tail - 1]], value)) {
          tail--;
        }
        candidates[tail++] = reached;
      }
    }
    while (head < tail && candidates[head] < from) {
      head++;
    }
    return head < tail ? candidates[head] : to - 1;
  }

  private boolean givesWay(double earlier, double later) {
    return (lastOfEquals && earlier == later) || (largest ? earlier < later : earlier > later);
  }
}
