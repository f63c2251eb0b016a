package dev.tidemill.promql.leaf;

import dev.tidemill.promql.series.StaleMarker;

/** How many series have a value. */
final class Counts implements States {
  private final long[] counts;

  Counts(int steps) {
    counts = new long[steps];
  }

  @Override
  public void add(int step, double value) {
    counts[step]++;
  }

  @Override
  public void merge(States later) {
    var other = (Counts) later;
    for (int step = 0; step < counts.length; step++) {
      counts[step] += other.counts[step];
    }
  }

  @Override
  public double finish(int step) {
    return counts[step] == 0 ? StaleMarker.VALUE : counts[step];
  }
}
