package dev.tidemill.promql.leaf;

import dev.tidemill.core.error.Problem;
import dev.tidemill.promql.PromqlError;
import dev.tidemill.promql.series.StaleMarker;
import java.util.Arrays;

/** The values of a single series. A second one for the same step is an error, never a choice. */
final class Values implements States {
  private final double[] values;

  Values(int steps) {
    values = new double[steps];
    Arrays.fill(values, StaleMarker.VALUE);
  }

  @Override
  public void add(int step, double value) {
    if (!StaleMarker.is(values[step])) {
      throw Problem.of(
              PromqlError.QUERY_DUPLICATE_SERIES,
              "vector cannot contain metrics with the same labelset")
          .exception();
    }
    values[step] = value;
  }

  @Override
  public void merge(States later) {
    var other = (Values) later;
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
