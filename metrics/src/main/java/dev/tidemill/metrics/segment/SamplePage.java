package dev.tidemill.metrics.segment;

import dev.tidemill.promql.series.Samples;

/** Some decoded rows of a segment. Immutable. */
public final class SamplePage {
  private final int firstRow;
  private final long[] times;
  private final double[] values;

  SamplePage(int firstRow, long[] times, double[] values) {
    this.firstRow = firstRow;
    this.times = times;
    this.values = values;
  }

  int endRow() {
    return firstRow + times.length;
  }

  /** Those of its rows that are among {@code from} to {@code to}. */
  Samples rows(int from, int to) {
    int first = Math.max(from, firstRow) - firstRow;
    int end = Math.min(to, endRow()) - firstRow;
    return Samples.of(times, values, first, end);
  }

  /** About how much memory it takes. */
  public long weight() {
    return 64 + 16L * times.length;
  }
}
