package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.Leaf.Shift;
import dev.tidemill.promql.series.Labels;

/** A part of a query that gives series with their samples: what windows are laid over. */
interface RangeNode {

  /** In milliseconds; never 0. */
  long length();

  Shift shift(EvalFlow flow);

  /** Hands out each series once, without stale markers, for all windows of the flow. */
  void eval(EvalFlow flow, SamplesSink out);

  /** Takes the first {@code count} of both arrays, which are filled anew afterwards. */
  @FunctionalInterface
  interface SamplesSink {
    void accept(Labels labels, boolean dropsName, long[] timestamps, double[] values, int count);
  }
}
