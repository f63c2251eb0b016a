package dev.tidemill.promql.leaf;

import dev.tidemill.promql.series.StaleMarker;

/**
 * What is known of one group at every step, before it is finished to a value. Filled by one thread.
 *
 * <p>Adding and merging are not commutative in the last bits. {@link PartialFold} and {@link
 * PartialMerge} are the only callers and keep the one order.
 */
public sealed interface States permits Counts, Extremes, Sums, Values {

  /** Takes in one series' value at one step. */
  void add(int step, double value);

  /** Takes in one series' values at all steps; a stale marker is none. */
  default void addAll(double[] values) {
    for (int step = 0; step < values.length; step++) {
      if (!StaleMarker.is(values[step])) {
        add(step, values[step]);
      }
    }
  }

  /** Takes in what a later slot knows of the same group. */
  void merge(States later);

  /** The finished value, or {@link StaleMarker} where nothing was added. */
  double finish(int step);

  /** All finished values. */
  default double[] finished(int steps) {
    double[] values = new double[steps];
    for (int step = 0; step < steps; step++) {
      values[step] = finish(step);
    }
    return values;
  }

  static States create(Leaf.Yield yields, int steps) {
    return switch (yields) {
      case Leaf.Yield.Series series -> new Values(steps);
      case Leaf.Yield.Groups groups ->
          switch (groups.aggregation()) {
            case SUM -> new Sums(steps, false);
            case AVG -> new Sums(steps, true);
            case COUNT -> new Counts(steps);
            case MIN -> new Extremes(steps, false);
            case MAX -> new Extremes(steps, true);
          };
    };
  }
}
