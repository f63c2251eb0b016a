package dev.tidemill.promql.leaf;

import dev.tidemill.promql.series.StaleMarker;
import java.util.Arrays;

/** The largest or the smallest; NaN only where there is nothing else. */
final class Extremes implements States {
  private final boolean largest;
  private final double[] values;

  Extremes(int steps, boolean largest) {
    this.largest = largest;
    values = new double[steps];
    Arrays.fill(values, StaleMarker.VALUE);
  }

  @Override
  public void add(int step, double value) {
    double known = values[step];
    boolean better = largest ? value > known : value < known;
    if (StaleMarker.is(known) || better || (Double.isNaN(known) && !Double.isNaN(value))) {
      values[step] = value;
    }
  }

  @Override
  public void merge(States later) {
    var other = (Extremes) later;
    for (int step = 0; step < values.length; step++) {
      if (!StaleMarker.is(other.values[step])) {
        add(step, other.values[step]);
      }
    }
  }

  @Override
  public double finish(int step) {
    return values[step];
  }
}
