package dev.tidemill.promql.function;

import dev.tidemill.promql.series.StaleMarker;
import java.util.Map;
import java.util.Optional;

/** A function over time: makes one number of the samples in a window. Stateless. */
@FunctionalInterface
public interface WindowFunction {

  /** The result, or {@link StaleMarker} for none. */
  double apply(Window window);

  /** The function of a PromQL name; {@code absent_over_time} is none, it looks at all series. */
  static Optional<WindowFunction> named(String name) {
    return Optional.ofNullable(Table.BY_NAME.get(name));
  }

  /** Whether the result is still the metric that it was made of. */
  static boolean keepsName(String name) {
    return name.equals("last_over_time") || name.equals("first_over_time");
  }

  /** All of them. */
  final class Table {
    private static final Map<String, WindowFunction> BY_NAME =
        Map.ofEntries(
            Map.entry("rate", w -> Rates.extrapolated(w, true, true)),
            Map.entry("increase", w -> Rates.extrapolated(w, true, false)),
            Map.entry("delta", w -> Rates.extrapolated(w, false, false)),
            Map.entry("irate", w -> Rates.lastTwo(w, true)),
            Map.entry("idelta", w -> Rates.lastTwo(w, false)),
            Map.entry("deriv", Trends::slope),
            Map.entry("predict_linear", Trends::prediction),
            Map.entry("double_exponential_smoothing", Trends::smoothed),
            Map.entry("changes", Counting::changes),
            Map.entry("resets", w -> w.resets()),
            Map.entry("count_over_time", w -> w.size()),
            Map.entry("present_over_time", w -> 1),
            Map.entry("first_over_time", Window::first),
            Map.entry("last_over_time", Window::last),
            Map.entry("sum_over_time", Moments::sum),
            Map.entry("avg_over_time", Moments::mean),
            Map.entry("stdvar_over_time", Moments::variance),
            Map.entry("stddev_over_time", w -> Math.sqrt(Moments.variance(w))),
            Map.entry("max_over_time", w -> w.value(w.largest(false))),
            Map.entry("min_over_time", w -> w.value(w.smallest(false))),
            Map.entry("quantile_over_time", w -> Quantiles.of(w.parameter(0), w)),
            Map.entry("mad_over_time", Quantiles::medianDeviation),
            Map.entry("ts_of_first_over_time", w -> w.timestamp(0) / 1000.0),
            Map.entry("ts_of_last_over_time", w -> w.timestamp(w.size() - 1) / 1000.0),
            Map.entry("ts_of_max_over_time", w -> w.timestamp(w.largest(true)) / 1000.0),
            Map.entry("ts_of_min_over_time", w -> w.timestamp(w.smallest(true)) / 1000.0));

    private Table() {}
  }
}
