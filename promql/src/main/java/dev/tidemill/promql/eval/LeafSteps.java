package dev.tidemill.promql.eval;

import dev.tidemill.promql.function.Window;
import dev.tidemill.promql.function.WindowFunction;
import dev.tidemill.promql.leaf.Leaf;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.StaleMarker;

/** One value per step from the samples of a series, series after series. */
final class LeafSteps {
  private static final double[] NOTHING = {};

  private final Leaf leaf;
  private final QueryBudget budget;
  private final long length;
  private final Window window;
  private final double[] parameters;
  private long[] times = {};
  private double[] values = {};

  LeafSteps(Leaf leaf, QueryBudget budget) {
    this.leaf = leaf;
    this.budget = budget;
    this.length = leaf.window().length().toMillis();
    this.window = new Window(length);
    this.parameters =
        leaf.window() instanceof Leaf.Window.Over over
            ? over.parameters().stream().mapToDouble(Double::doubleValue).toArray()
            : NOTHING;
  }

  /** Nothing at all if there is no value at any step. */
  double[] of(Samples samples) {
    budget.checkpoint();
    if (times.length < samples.size()) {
      times = new long[samples.size()];
      values = new double[samples.size()];
    }
    samples.copyInto(times, values);
    return switch (leaf.window()) {
      case Leaf.Window.Newest newest -> newest(samples.size());
      case Leaf.Window.Over over -> over(over.function(), samples.size());
    };
  }

  private double[] newest(int count) {
    int steps = leaf.steps().count();
    double[] row = Row.none(steps);
    boolean any = false;
    int next = 0;
    for (int step = 0; step < steps; step++) {
      long at = leaf.shift().apply(leaf.steps().timestamp(step));
      while (next < count && times[next] <= at) {
        next++;
      }
      if (next > 0 && times[next - 1] > at - length && !StaleMarker.is(values[next - 1])) {
        row[step] = values[next - 1];
        any = true;
      }
    }
    return any ? row : NOTHING;
  }

  private double[] over(String name, int count) {
    WindowFunction function = WindowFunction.named(name).orElseThrow();
    window.series(times, values, SeriesReading.withoutStale(times, values, count));
    int steps = leaf.steps().count();
    double[] row = Row.none(steps);
    boolean any = false;
    for (int step = 0; step < steps; step++) {
      long at = leaf.steps().timestamp(step);
      if (window.moveTo(leaf.shift().apply(at))) {
        budget.checkpoint();
        window.step(at, parameters);
        row[step] = function.apply(window);
        any |= !StaleMarker.is(row[step]);
      }
    }
    return any ? row : NOTHING;
  }
}
