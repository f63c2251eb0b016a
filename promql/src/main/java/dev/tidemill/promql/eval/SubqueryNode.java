package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.Leaf.Shift;
import dev.tidemill.promql.leaf.StepGrid;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.Expr;
import java.time.Duration;

/** The values of an expression at steps of its own, which are multiples of their distance. */
final class SubqueryNode implements RangeNode {
  private final Expr.Subquery subquery;
  private final ExecNode operand;

  SubqueryNode(Expr.Subquery subquery, ExecNode operand) {
    this.subquery = subquery;
    this.operand = operand;
  }

  @Override
  public long length() {
    return subquery.range().toMillis();
  }

  @Override
  public Shift shift(EvalFlow flow) {
    return flow.shift(subquery.modifiers());
  }

  @Override
  public void eval(EvalFlow flow, SamplesSink out) {
    Shift shift = shift(flow);
    Duration step = subquery.step() == null ? flow.options().subqueryStep() : subquery.step();
    long millis = Math.max(1, step.toMillis());
    long behind = shift.apply(flow.steps().timestamp(0)) - length();
    long first = (Math.floorDiv(behind, millis) + 1) * millis;
    long last = shift.apply(flow.steps().timestamp(flow.count() - 1));
    if (first > last) {
      return;
    }
    EvalFlow inner = flow.at(new StepGrid(first, last, Duration.ofMillis(millis)));
    long[] times = new long[inner.count()];
    double[] values = new double[inner.count()];
    operand.eval(
        inner,
        row -> {
          int count = 0;
          for (int i = 0; i < times.length; i++) {
            if (!StaleMarker.is(row.values()[i])) {
              times[count] = inner.steps().timestamp(i);
              values[count++] = row.values()[i];
            }
          }
          if (count > 0) {
            out.accept(row.labels(), row.dropsName(), times, values, count);
          }
        });
  }
}
