package dev.tidemill.promql.eval;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Matcher;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.Expr;
import java.util.Arrays;
import java.util.HashSet;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A one where the operand has nothing. */
final class AbsentNode implements ExecNode {
  private final ExecNode operand;
  private final Labels labels;

  AbsentNode(ExecNode operand, Expr argument) {
    this.operand = operand;
    this.labels = expected(argument);
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    double[] values = new double[flow.count()];
    Arrays.fill(values, 1);
    operand.eval(
        flow,
        row -> {
          for (int step = 0; step < values.length; step++) {
            if (row.has(step)) {
              values[step] = StaleMarker.VALUE;
            }
          }
        });
    var row = new Row(labels, false, values);
    if (!row.isEmpty()) {
      out.accept(row);
    }
  }

  /** What a selector says the missing series would have: labels that it names once, as equal. */
  private static Labels expected(Expr argument) {
    Expr.VectorSelector selector =
        switch (argument) {
          case Expr.VectorSelector vector -> vector;
          case Expr.MatrixSelector matrix -> matrix.selector();
          default -> null;
        };
    var labels = new TreeMap<String, String>();
    if (selector != null) {
      var seen = new HashSet<String>();
      for (Matcher matcher : selector.matchers()) {
        if (matcher.label().equals(Labels.METRIC_NAME)) {
          continue;
        }
        if (matcher.op() == Matcher.Op.EQUAL && seen.add(matcher.label())) {
          labels.put(matcher.label(), matcher.value());
        } else {
          labels.remove(matcher.label());
        }
      }
    }
    return Labels.of(labels);
  }
}
