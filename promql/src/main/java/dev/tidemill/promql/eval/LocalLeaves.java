package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.Leaf;
import dev.tidemill.promql.leaf.Partial;
import dev.tidemill.promql.leaf.PartialFold;
import dev.tidemill.promql.leaf.Reduction;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.series.Slot;
import java.util.Comparator;
import java.util.Map;

/** Leaves computed where the series are. */
public final class LocalLeaves implements LeafSource {
  private final SeriesSource source;

  public LocalLeaves(SeriesSource source) {
    this.source = source;
  }

  @Override
  public void eval(Leaf leaf, QueryBudget budget, LeafRows out) {
    switch (leaf.yields()) {
      case Leaf.Yield.Series series -> {
        var steps = new LeafSteps(leaf, budget);
        for (Slot slot : Slot.ALL) {
          series(leaf, slot, budget, steps, out);
        }
      }
      case Leaf.Yield.Groups groups -> reduced(leaf, budget, out);
    }
  }

  private void reduced(Leaf leaf, QueryBudget budget, LeafRows out) {
    int steps = leaf.steps().count();
    var reduction = new Reduction(leaf.yields(), steps);
    var leafSteps = new LeafSteps(leaf, budget);
    for (Slot slot : Slot.ALL) {
      series(
          leaf,
          slot,
          budget,
          leafSteps,
          (labels, values) -> {
            int before = reduction.groups();
            reduction.add(slot, labels, labels, values);
            if (reduction.groups() > before) {
              budget.hold(steps);
            }
          });
    }
    Comparator<Map.Entry<Labels, double[]>> order =
        Comparator.comparing(group -> Slot.of(group.getKey()));
    reduction.result().entrySet().stream()
        .sorted(order.thenComparing(Map.Entry.comparingByKey()))
        .forEach(group -> out.accept(group.getKey(), group.getValue()));
  }

  /** One slot of a leaf, as a worker sends it. */
  public Partial slot(Leaf leaf, Slot slot, QueryBudget budget) {
    var fold = new PartialFold(leaf, slot);
    series(
        leaf,
        slot,
        budget,
        new LeafSteps(leaf, budget),
        (labels, values) -> fold.add(labels, labels, values));
    return fold.done();
  }

  private void series(Leaf leaf, Slot slot, QueryBudget budget, LeafSteps steps, LeafRows out) {
    try (var cursor = source.select(leaf.selector(), leaf.fetch(), slot, budget)) {
      while (cursor.next()) {
        double[] row = steps.of(cursor.samples());
        if (row.length > 0) {
          out.accept(cursor.labels(), row);
        }
      }
    }
  }
}
