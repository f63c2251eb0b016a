package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.Leaf.Shift;
import dev.tidemill.promql.leaf.StepGrid;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.syntax.Modifiers;
import java.time.Duration;

/**
 * One evaluation: the steps that all nodes share, so that {@code a / b} meet at the same moments,
 * and what the nodes need beside. For one thread.
 *
 * @param steps of this part; a subquery has its own
 * @param query the steps of the whole query
 */
record EvalFlow(
    StepGrid steps,
    StepGrid query,
    SeriesSource source,
    LeafSource leaves,
    QueryBudget budget,
    Annotations annotations,
    EvalOptions options) {

  /** The same evaluation at other moments. */
  EvalFlow at(StepGrid other) {
    budget.steps((other.end() - other.start()) / other.step().toMillis() + 1);
    return new EvalFlow(other, query, source, leaves, budget, annotations, options);
  }

  int count() {
    return steps.count();
  }

  boolean isInstant() {
    return query.start() == query.end();
  }

  Shift shift(Modifiers modifiers) {
    Duration offset = modifiers.offset();
    return switch (modifiers.at()) {
      case null -> new Shift(offset, null);
      case Modifiers.At.Moment moment -> new Shift(offset, moment.timestamp());
      case Modifiers.At.Start start -> new Shift(offset, query.start());
      case Modifiers.At.End end -> new Shift(offset, query.end());
    };
  }
}
