package dev.tidemill.promql.eval;

import dev.tidemill.promql.function.Window;
import dev.tidemill.promql.function.WindowFunction;
import dev.tidemill.promql.leaf.Leaf.Shift;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.Span;
import java.util.List;
import java.util.function.Consumer;

/**
 * A function over time, for each series by itself, where a leaf cannot do it: over a subquery, or
 * with a parameter that changes from step to step.
 */
final class WindowNode implements ExecNode {
  private final String name;
  private final WindowFunction function;
  private final RangeNode range;
  private final List<ScalarNode> parameters;
  private final List<Span> arguments;

  WindowNode(
      String name,
      WindowFunction function,
      RangeNode range,
      List<ScalarNode> parameters,
      List<Span> arguments) {
    this.name = name;
    this.function = function;
    this.range = range;
    this.parameters = parameters;
    this.arguments = arguments;
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    Shift shift = range.shift(flow);
    double[][] scalars = parameters.stream().map(p -> p.eval(flow)).toArray(double[][]::new);
    var window = new Window(range.length());
    range.eval(
        flow,
        (labels, dropsName, times, values, count) -> {
          window.series(times, values, count);
          double[] row = values(flow, shift, window, scalars);
          if (row.length > 0) {
            if (name.equals("rate") || name.equals("increase")) {
              Counters.check(flow, labels.get(Labels.METRIC_NAME), arguments.getFirst());
            }
            out.accept(new Row(labels, dropsName || !WindowFunction.keepsName(name), row));
          }
        });
  }

  /** One per step, or none at all. */
  private double[] values(EvalFlow flow, Shift shift, Window window, double[][] scalars) {
    int steps = flow.count();
    double[] row = Row.none(steps);
    double[] others = new double[scalars.length];
    boolean any = false;
    for (int step = 0; step < steps; step++) {
      long at = flow.steps().timestamp(step);
      if (window.moveTo(shift.apply(at))) {
        flow.budget().checkpoint();
        for (int i = 0; i < others.length; i++) {
          others[i] = scalars[i][step];
        }
        window.step(at, others);
        row[step] = function.apply(window);
        any |= !StaleMarker.is(row[step]);
        if (name.equals("quantile_over_time")) {
          Quantile.check(flow, others[0], arguments.getFirst());
        }
      }
    }
    return any ? row : new double[0];
  }
}
