package dev.tidemill.promql.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Pieces of one series as one. Of samples at the same time that of the earliest piece counts. */
public final class SampleMerge {
  private SampleMerge() {}

  /**
   * @param pieces none of them empty, those that count more first
   */
  public static Samples of(List<Samples> pieces) {
    if (pieces.isEmpty()) {
      return Samples.NONE;
    }
    if (pieces.size() == 1) {
      return pieces.getFirst();
    }
    var byTime = new ArrayList<>(pieces);
    byTime.sort(Comparator.comparingLong(piece -> piece.timestamp(0)));
    return apart(byTime) ? Samples.joined(byTime) : merged(pieces);
  }

  private static boolean apart(List<Samples> byTime) {
    for (int i = 1; i < byTime.size(); i++) {
      Samples before = byTime.get(i - 1);
      if (before.timestamp(before.size() - 1) >= byTime.get(i).timestamp(0)) {
        return false;
      }
    }
    return true;
  }

  /** By halves, so that many small pieces cost little more than few large ones. */
  private static Samples merged(List<Samples> pieces) {
    if (pieces.size() == 1) {
      return pieces.getFirst();
    }
    int half = pieces.size() / 2;
    return two(merged(pieces.subList(0, half)), merged(pieces.subList(half, pieces.size())));
  }

  private static Samples two(Samples first, Samples second) {
    long[] times = new long[first.size() + second.size()];
    double[] values = new double[times.length];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < first.size() || j < second.size()) {
      boolean fromFirst =
          j == second.size() || (i < first.size() && first.timestamp(i) <= second.timestamp(j));
      if (fromFirst && j < second.size() && first.timestamp(i) == second.timestamp(j)) {
        j++;
      }
      times[count] = fromFirst ? first.timestamp(i) : second.timestamp(j);
      values[count++] = fromFirst ? first.value(i++) : second.value(j++);
    }
    return Samples.of(Arrays.copyOf(times, count), Arrays.copyOf(values, count));
  }
}
