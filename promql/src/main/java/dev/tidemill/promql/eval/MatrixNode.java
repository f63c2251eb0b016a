package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.Leaf.Shift;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.syntax.Expr;

/** The samples of stored series. */
final class MatrixNode implements RangeNode {
  private final Expr.MatrixSelector matrix;

  MatrixNode(Expr.MatrixSelector matrix) {
    this.matrix = matrix;
  }

  @Override
  public long length() {
    return matrix.range().toMillis();
  }

  @Override
  public Shift shift(EvalFlow flow) {
    return flow.shift(matrix.selector().modifiers());
  }

  @Override
  public void eval(EvalFlow flow, SamplesSink out) {
    new SeriesReading(flow, shift(flow), length())
        .each(
            new Selector(matrix.selector().matchers()),
            (labels, dropsName, times, values, count) -> {
              int kept = SeriesReading.withoutStale(times, values, count);
              if (kept > 0) {
                out.accept(labels, dropsName, times, values, kept);
              }
            });
  }
}
