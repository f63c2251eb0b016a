package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.Leaf.Shift;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.Expr;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The newest sample at each step, unless it is too old or a stale marker. */
final class SelectNode implements ExecNode {
  private final Expr.VectorSelector selector;
  private final boolean timestamps;

  /**
   * @param timestamps give the sample's own time, in seconds, in place of its value
   */
  SelectNode(Expr.VectorSelector selector, boolean timestamps) {
    this.selector = selector;
    this.timestamps = timestamps;
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    Shift shift = flow.shift(selector.modifiers());
    long lookback = flow.options().lookback().toMillis();
    var reading = new SeriesReading(flow, shift, lookback);
    reading.each(
        new Selector(selector.matchers()),
        (labels, dropsName, times, values, count) -> {
          double[] row = newest(flow, shift, lookback, times, values, count);
          if (row != null) {
            out.accept(new Row(labels, timestamps, row));
          }
        });
  }

  private double @Nullable [] newest(
      EvalFlow flow, Shift shift, long lookback, long[] times, double[] values, int count) {
    int steps = flow.count();
    double[] row = Row.none(steps);
    boolean any = false;
    int next = 0;
    for (int step = 0; step < steps; step++) {
      long at = shift.apply(flow.steps().timestamp(step));
      while (next < count && times[next] <= at) {
        next++;
      }
      if (next > 0 && times[next - 1] > at - lookback && !StaleMarker.is(values[next - 1])) {
        row[step] = timestamps ? times[next - 1] / 1000.0 : values[next - 1];
        any = true;
      }
    }
    return any ? row : null;
  }
}
