package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.Aggregation;
import dev.tidemill.promql.leaf.Grouping;
import dev.tidemill.promql.leaf.Leaf.Yield;
import dev.tidemill.promql.leaf.Reduction;
import dev.tidemill.promql.series.Labels;
import java.util.HashSet;
import java.util.function.Consumer;

/** An aggregation that takes in row after row and holds only its groups. */
final class ReduceNode implements ExecNode {
  private final ExecNode operand;
  private final Aggregation aggregation;
  private final Grouping grouping;

  ReduceNode(ExecNode operand, Aggregation aggregation, Grouping grouping) {
    this.operand = operand;
    this.aggregation = aggregation;
    this.grouping = grouping;
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    var reduction = new Reduction(new Yield.Groups(aggregation, grouping), flow.count());
    boolean kept = Signatures.keptBy(grouping);
    var dropping = new HashSet<Labels>();
    operand.eval(
        flow,
        row -> {
          flow.budget().checkpoint();
          int before = reduction.groups();
          reduction.add(row.slot(), row.labels(), row.labels(), row.values());
          if (reduction.groups() > before) {
            flow.budget().hold(row.values().length);
          }
          if (row.dropsName() && kept) {
            dropping.add(grouping.group(row.labels()));
          }
        });
    reduction.result().entrySet().stream()
        .map(group -> new Row(group.getKey(), dropping.contains(group.getKey()), group.getValue()))
        .sorted(Rows.REDUCTION_ORDER)
        .forEach(out);
  }
}
