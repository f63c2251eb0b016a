package dev.tidemill.promql.leaf;

import dev.tidemill.promql.series.StaleMarker;

/** Sum or mean, by Kahan and Neumaier: the rounding errors are summed beside and carried along. */
final class Sums implements States {
  private final boolean mean;
  private final double[] sums;
  private final double[] errors;
  private final long[] counts;

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
      accumulate(step, value);
    }
  }

  @Override
  public void merge(States later) {
    var other = (Sums) later;
    for (int step = 0; step < sums.length; step++) {
      if (counts[step] == 0) {
        sums[step] = other.sums[step];
        errors[step] = other.errors[step];
      } else if (other.counts[step] > 0) {
        accumulate(step, other.sums[step]);
        errors[step] += other.errors[step];
      }
      counts[step] += other.counts[step];
    }
  }

  private void accumulate(int step, double value) {
    double sum = sums[step];
    double next = sum + value;
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
    return mean ? sum / counts[step] : sum;
  }
}
