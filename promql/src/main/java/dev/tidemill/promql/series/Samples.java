package dev.tidemill.promql.series;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Samples of one series in strictly increasing time: milliseconds and doubles. Immutable; a part
 * shares the arrays of the whole, so that cached series are read without copying.
 */
public final class Samples {
  public static final Samples NONE = of(new long[0], new double[0]);

  private final long[] timestamps;
  private final double[] values;
  private final int from;
  private final int to;

  private Samples(long[] timestamps, double[] values, int from, int to) {
    this.timestamps = timestamps;
    this.values = values;
    this.from = from;
    this.to = to;
  }

  /** The arrays are not copied; their owner changes them no more. */
  public static Samples of(long[] timestamps, double[] values) {
    return of(timestamps, values, 0, timestamps.length);
  }

  /** A part of such arrays. */
  public static Samples of(long[] timestamps, double[] values, int from, int to) {
    if (timestamps.length != values.length) {
      throw new IllegalArgumentException(
          timestamps.length + " timestamps for " + values.length + " values");
    }
    Objects.checkFromToIndex(from, to, timestamps.length);
    for (int i = from + 1; i < to; i++) {
      if (timestamps[i] <= timestamps[i - 1]) {
        throw new IllegalArgumentException(
            "time does not increase at " + timestamps[i] + " after " + timestamps[i - 1]);
      }
    }
    return new Samples(timestamps, values, from, to);
  }

  /**
   * One after the other.
   *
   * @param parts each begins after the one before has ended
   */
  static Samples joined(List<Samples> parts) {
    int size = 0;
    for (Samples part : parts) {
      size += part.size();
    }
    long[] times = new long[size];
    double[] values = new double[size];
    int at = 0;
    for (Samples part : parts) {
      System.arraycopy(part.timestamps, part.from, times, at, part.size());
      System.arraycopy(part.values, part.from, values, at, part.size());
      at += part.size();
    }
    return new Samples(times, values, 0, size);
  }

  public int size() {
    return to - from;
  }

  public long timestamp(int index) {
    return timestamps[at(index)];
  }

  public double value(int index) {
    return values[at(index)];
  }

  /** Those of {@code range}. */
  public Samples within(TimeRange range) {
    return new Samples(timestamps, values, firstFrom(range.mint()), firstBehind(range.maxt()));
  }

  /** Copies all into the beginning of both arrays. */
  public void copyInto(long[] times, double[] amounts) {
    System.arraycopy(timestamps, from, times, 0, size());
    System.arraycopy(values, from, amounts, 0, size());
  }

  private int at(int index) {
    if (index < 0 || from + index >= to) {
      throw new IndexOutOfBoundsException(index + " of " + size());
    }
    return from + index;
  }

  private int firstFrom(long timestamp) {
    int found = Arrays.binarySearch(timestamps, from, to, timestamp);
    return found < 0 ? -found - 1 : found;
  }

  private int firstBehind(long timestamp) {
    return timestamp == Long.MAX_VALUE ? to : firstFrom(timestamp + 1);
  }
}
