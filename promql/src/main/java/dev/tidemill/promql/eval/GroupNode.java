package dev.tidemill.promql.eval;

import dev.tidemill.promql.eval.Groups.Group;
import dev.tidemill.promql.function.Quantiles;
import dev.tidemill.promql.leaf.Grouping;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;

/** An aggregation that needs all values of a group at a step. */
final class GroupNode implements ExecNode {
  private final ExecNode operand;
  private final Grouping grouping;
  private final Prepared prepared;

  /** Made once per evaluation. */
  @FunctionalInterface
  interface Prepared {
    StepValue in(EvalFlow flow);
  }

  /** Makes one number of the first {@code count} values, which it may put in another order. */
  @FunctionalInterface
  interface StepValue {
    double of(int step, double[] values, int count);
  }

  GroupNode(ExecNode operand, Grouping grouping, Prepared prepared) {
    this.operand = operand;
    this.grouping = grouping;
    this.prepared = prepared;
  }

  static Prepared quantile(ScalarNode parameter, Span span) {
    return flow -> {
      double[] q = parameter.eval(flow);
      for (double each : q) {
        Quantile.check(flow, each, span);
      }
      return (step, values, count) -> Quantiles.of(q[step], values, count);
    };
  }

  /** After Welford; the first value decides whether there can be a number. */
  static Prepared variance(DoubleUnaryOperator finish) {
    return flow ->
        (step, values, count) -> {
          double mean = values[0];
          double squares = Double.isFinite(values[0]) ? 0 : Double.NaN;
          for (int i = 1; i < count; i++) {
            double delta = values[i] - mean;
            mean += delta / (i + 1.0);
            squares += delta * (values[i] - mean);
          }
          return finish.applyAsDouble(squares / count);
        };
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    StepValue function = prepared.in(flow);
    List<Row> rows = new ArrayList<>();
    for (Group group : Groups.of(operand, grouping, flow)) {
      rows.add(new Row(group.labels(), group.dropsName(), values(flow, group, function)));
    }
    rows.sort(Rows.REDUCTION_ORDER);
    rows.forEach(out);
  }

  private static double[] values(EvalFlow flow, Group group, StepValue function) {
    double[] row = Row.none(flow.count());
    double[] gathered = new double[group.rows().size()];
    for (int step = 0; step < row.length; step++) {
      flow.budget().checkpoint();
      int count = 0;
      for (Row member : group.rows()) {
        double value = member.values()[step];
        if (!StaleMarker.is(value)) {
          gathered[count++] = value;
        }
      }
      if (count > 0) {
        row[step] = function.of(step, gathered, count);
      }
    }
    return row;
  }
}
