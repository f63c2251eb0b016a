package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.Leaf.Shift;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.Expr;
import java.util.function.Consumer;

/** The time of the newest sample at each step, in seconds, for {@code timestamp}. */
final class TimestampNode implements ExecNode {
  private final Expr.VectorSelector selector;

  TimestampNode(Expr.VectorSelector selector) {
    this.selector = selector;
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    Shift shift = flow.shift(selector.modifiers());
    long lookback = flow.options().lookback().toMillis();
    new SeriesReading(flow, shift, lookback)
        .each(
            new Selector(selector.matchers()),
            (labels, dropsName, times, values, count) -> {
              double[] row = Row.none(flow.count());
              int next = 0;
              for (int step = 0; step < row.length; step++) {
                long at = shift.apply(flow.steps().timestamp(step));
                while (next < count && times[next] <= at) {
                  next++;
                }
                if (next > 0
                    && times[next - 1] > at - lookback
                    && !StaleMarker.is(values[next - 1])) {
                  row[step] = times[next - 1] / 1000.0;
                }
              }
              var result = new Row(labels, true, row);
              if (!result.isEmpty()) {
                out.accept(result);
              }
            });
  }
}
