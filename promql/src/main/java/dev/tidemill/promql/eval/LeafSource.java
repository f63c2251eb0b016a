package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.Leaf;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.QueryBudget;

/**
 * Computes leaves: in this process from series ({@link LocalLeaves}), elsewhere by asking workers
 * and merging their partials. Either way the same bits. Thread-safe.
 */
public interface LeafSource {

  /**
   * Hands out the leaf's rows in the order of reduction: slots ascending, within a slot by labels.
   * Series keep their names, whatever function they went through.
   */
  void eval(Leaf leaf, QueryBudget budget, LeafRows out);

  /** Takes a series or group with one value per step, none of it for nothing but stale markers. */
  @FunctionalInterface
  interface LeafRows {
    void accept(Labels labels, double[] values);
  }
}
