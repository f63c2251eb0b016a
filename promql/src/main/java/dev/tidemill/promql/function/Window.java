package dev.tidemill.promql.function;

import org.jspecify.annotations.Nullable;

/**
 * The samples that one step looks at: those of {@code (start, end]}, at least one, none of them a
 * stale marker. One object is moved along a series, so that no step costs an allocation.
 */
public final class Window {
  private final long length;
  private long[] timestamps = {};
  private double[] values = {};
  private double[] parameters = {};
  private int count;
  private int from;
  private int to;
  private int resets;
  private long end;
  private long step;
  private @Nullable SlidingExtreme extreme;

  /**
   * @param length in milliseconds
   */
  public Window(long length) {
    this.length = length;
  }

  /** Begins with another series: the first {@code n} of both arrays. */
  public void series(long[] times, double[] amounts, int n) {
    timestamps = times;
    values = amounts;
    count = n;
    from = 0;
    to = 0;
    resets = 0;
    if (extreme != null) {
      extreme.restart();
    }
  }

  /**
   * Goes on to a later end, or stays.
   *
   * @return whether there are samples
   */
  public boolean moveTo(long newEnd) {
    end = newEnd;
    while (to < count && timestamps[to] <= end) {
      if (to > from && values[to] < values[to - 1]) {
        resets++;
      }
      to++;
    }
    long start = end - length;
    while (from < to && timestamps[from] <= start) {
      if (from + 1 < to && values[from + 1] < values[from]) {
        resets--;
      }
      from++;
    }
    return from < to;
  }

  /** What depends on the step and not on the samples. */
  public void step(long timestamp, double... others) {
    step = timestamp;
    parameters = others;
  }

  public int size() {
    return to - from;
  }

  public long timestamp(int index) {
    return timestamps[from + index];
  }

  public double value(int index) {
    return values[from + index];
  }

  public double first() {
    return values[from];
  }

  public double last() {
    return values[to - 1];
  }

  /** How often a value is less than the one before. */
  int resets() {
    return resets;
  }

  /** Where the largest is; of equals the first or the last. */
  int largest(boolean lastOfEquals) {
    return extreme(true, lastOfEquals);
  }

  int smallest(boolean lastOfEquals) {
    return extreme(false, lastOfEquals);
  }

  /** A window serves one function, so one of them will do. */
  private int extreme(boolean largest, boolean lastOfEquals) {
    SlidingExtreme sliding = extreme;
    if (sliding == null || !sliding.is(largest, lastOfEquals)) {
      sliding = new SlidingExtreme(largest, lastOfEquals);
      extreme = sliding;
    }
    return sliding.find(values, from, to) - from;
  }

  /** In seconds. */
  double seconds() {
    return length / 1000.0;
  }

  long start() {
    return end - length;
  }

  long end() {
    return end;
  }

  /** The moment of evaluation, whatever {@code offset} and {@code @} say. */
  long step() {
    return step;
  }

  double parameter(int index) {
    return parameters[index];
  }
}
