package dev.tidemill.metrics.ingest;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Samples of one series as they came: in any order, some perhaps twice. For one thread. */
public final class SampleList {
  private final Labels labels;
  private long[] times = new long[4];
  private double[] values = new double[4];
  private int size;

  public SampleList(Labels labels) {
    this.labels = labels;
  }

  /** The same samples under their labels; for those who learn them last. Use only the result. */
  SampleList as(Labels known) {
    var named = new SampleList(known);
    named.times = times;
    named.values = values;
    named.size = size;
    return named;
  }

  public Labels labels() {
    return labels;
  }

  public int size() {
    return size;
  }

  public long time(int index) {
    return times[index];
  }

  public double value(int index) {
    return values[index];
  }

  public void add(long time, double value) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    times[size] = time;
    values[size++] = value;
  }

  /** In the order of time; of several at the same time the last that was added. */
  public Samples sorted() {
    boolean ascending = true;
    for (int i = 1; i < size && ascending; i++) {
      ascending = times[i - 1] < times[i];
    }
    if (ascending) {
      return Samples.of(Arrays.copyOf(times, size), Arrays.copyOf(values, size));
    }
    int[] order =
        IntStream.range(0, size)
            .boxed()
            .sorted((a, b) -> Long.compare(times[a], times[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    long[] sortedTimes = new long[size];
    double[] sortedValues = new double[size];
    int count = 0;
    for (int index : order) {
      if (count > 0 && sortedTimes[count - 1] == times[index]) {
        count--;
      }
      sortedTimes[count] = times[index];
      sortedValues[count++] = values[index];
    }
    return Samples.of(Arrays.copyOf(sortedTimes, count), Arrays.copyOf(sortedValues, count));
  }

  /** About how much memory it takes. */
  long weight() {
    return 200 + 150L * labels.size() + 16L * times.length;
  }
}
