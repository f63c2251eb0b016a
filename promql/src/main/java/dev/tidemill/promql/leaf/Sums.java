package dev.tidemill.promql.leaf;

import dev.tidemill.promql.series.StaleMarker;
import java.util.BitSet;

/**
 * Sum or mean, by Kahan and Neumaier: the rounding errors are summed beside and carried along. A
 * mean of large numbers is finite though their sum is not; so when the sum of a mean overflows at a
 * step, it is kept there in units of 2^64 from then on.
 */
final class Sums implements States {
  private static final double UNIT = 0x1p64;

  private final boolean mean;
  private final double[] sums;
  private final double[] errors;
  private final long[] counts;

  /** The steps whose sum is kept in large units. */
  private final BitSet large = new BitSet();

  Sums(int steps, boolean mean) {
    this.mean = mean;
    sums = new double[steps];
    errors = new double[steps];
    counts = new long[steps];
  }

  @Override
  public void add(int step, double value) {
    if (counts[step]++ == 0) {
      sums[step] = value;
    } else {
      accumulate(step, !large.isEmpty() && large.get(step) ? value / UNIT : value);
    }
  }

  @Override
  public void merge(States later) {
    var other = (Sums) later;
    for (int step = 0; step < sums.length; step++) {
      if (counts[step] == 0) {
        sums[step] = other.sums[step];
        errors[step] = other.errors[step];
        large.set(step, other.large.get(step));
      } else if (other.counts[step] > 0) {
        if (other.large.get(step)) {
          enlarge(step);
        }
        double unit = large.get(step) && !other.large.get(step) ? UNIT : 1;
        boolean before = large.get(step);
        accumulate(step, other.sums[step] / unit);
        errors[step] += other.errors[step] / (large.get(step) == before ? unit : UNIT);
      }
      counts[step] += other.counts[step];
    }
  }

  private void enlarge(int step) {
    if (!large.get(step)) {
      large.set(step);
      sums[step] /= UNIT;
      errors[step] /= UNIT;
    }
  }

  private void accumulate(int step, double value) {
    double sum = sums[step];
    double next = sum + value;
    if (mean && Double.isInfinite(next) && Double.isFinite(sum) && Double.isFinite(value)) {
      enlarge(step);
      accumulate(step, value / UNIT);
      return;
    }
    if (Double.isInfinite(next)) {
      errors[step] = 0;
    } else if (Math.abs(sum) >= Math.abs(value)) {
      errors[step] += (sum - next) + value;
    } else {
      errors[step] += (value - next) + sum;
    }
    sums[step] = next;
  }

  @Override
  public double finish(int step) {
    if (counts[step] == 0) {
      return StaleMarker.VALUE;
    }
    double sum = Double.isInfinite(sums[step]) ? sums[step] : sums[step] + errors[step];
    return mean ? sum / counts[step] * (large.get(step) ? UNIT : 1) : sum;
  }
}
