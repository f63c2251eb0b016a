package dev.tidemill.promql.series;

import java.util.Arrays;
import java.util.List;

/** Pieces of one series put together in the order of time. */
final class SampleMerge {
  private SampleMerge() {}

  static Samples of(List<Samples> pieces) {
    Samples merged = pieces.getFirst();
    for (Samples piece : pieces.subList(1, pieces.size())) {
      merged = two(merged, piece);
    }
    return merged;
  }

  /** At the same time the first one's counts. */
  private static Samples two(Samples first, Samples second) {
    long[] timestamps = new long[first.size() + second.size()];
    double[] values = new double[timestamps.length];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < first.size() || j < second.size()) {
      boolean fromFirst =
          j == second.size() || (i < first.size() && first.timestamp(i) <= second.timestamp(j));
      if (fromFirst && j < second.size() && first.timestamp(i) == second.timestamp(j)) {
        j++;
      }
      timestamps[count] = fromFirst ? first.timestamp(i) : second.timestamp(j);
      values[count++] = fromFirst ? first.value(i++) : second.value(j++);
    }
    return Samples.of(Arrays.copyOf(timestamps, count), Arrays.copyOf(values, count));
  }
}
