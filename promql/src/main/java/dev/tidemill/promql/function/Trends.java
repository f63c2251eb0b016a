package dev.tidemill.promql.function;

import dev.tidemill.core.error.Problem;
import dev.tidemill.promql.PromqlError;
import dev.tidemill.promql.series.StaleMarker;

/** Where something is heading. */
final class Trends {
  private Trends() {}

  static double slope(Window w) {
    return w.size() < 2 ? StaleMarker.VALUE : Line.through(w, w.timestamp(0)).slope();
  }

  /** The value so many seconds from now. */
  static double prediction(Window w) {
    if (w.size() < 2) {
      return StaleMarker.VALUE;
    }
    Line line = Line.through(w, w.step());
    return line.slope() * w.parameter(0) + line.intercept();
  }

  /** The line of least squares; its intercept is the value at the origin of time. */
  private record Line(double slope, double intercept) {

    /** The origin is near the samples, or the squares of seconds since 1970 would drown them. */
    static Line through(Window w, long origin) {
      var x = new KahanSum();
      var y = new KahanSum();
      var xy = new KahanSum();
      var xx = new KahanSum();
      boolean level = true;
      int n = w.size();
      for (int i = 0; i < n; i++) {
        double value = w.value(i);
        double seconds = (w.timestamp(i) - origin) / 1e3;
        level = level && (i == 0 || value == w.first());
        x.add(seconds);
        y.add(value);
        xy.add(seconds * value);
        xx.add(seconds * seconds);
      }
      if (level) {
        return Double.isInfinite(w.first())
            ? new Line(Double.NaN, Double.NaN)
            : new Line(0, w.first());
      }
      double covariance = xy.value() - x.value() * y.value() / n;
      double variance = xx.value() - x.value() * x.value() / n;
      double slope = covariance / variance;
      return new Line(slope, y.value() / n - slope * x.value() / n);
    }
  }

  /** Double exponential smoothing, once known by the names Holt and Winters. */
  static double smoothed(Window w) {
    double smoothing = factor("smoothing factor. Expected: 0 < sf < 1", w.parameter(0));
    double trending = factor("trend factor. Expected: 0 < tf < 1", w.parameter(1));
    if (w.size() < 2) {
      return StaleMarker.VALUE;
    }
    double before = 0;
    double now = w.first();
    double trend = w.value(1) - w.first();
    for (int i = 1; i < w.size(); i++) {
      if (i > 1) {
        trend = trending * (now - before) + (1 - trending) * trend;
      }
      double next = smoothing * w.value(i) + (1 - smoothing) * (now + trend);
      before = now;
      now = next;
    }
    return now;
  }

  private static double factor(String what, double value) {
    if (value <= 0 || value >= 1) {
      throw Problem.of(PromqlError.QUERY_FAILED, "invalid %s, got: %f".formatted(what, value))
          .exception();
    }
    return value;
  }
}
