package dev.tidemill.promql.testlang;

import dev.tidemill.promql.eval.Value;
import dev.tidemill.promql.leaf.StepGrid;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.testlang.Points.Point;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a value is the expected one; if not, why. */
final class Comparison {
  private static final double TOLERANCE = 1e-6;

  private final Expectation expected;

  Comparison(Expectation expected) {
    this.expected = expected;
  }

  /**
   * @param steps of a range or range vector
   */
  Optional<String> compare(Value value, StepGrid steps) {
    return switch (value) {
      case Value.Scalar scalar -> scalar(scalar.value());
      case Value.Text text ->
          text.value().equals(expected.string == null ? "" : expected.string)
              ? Optional.empty()
              : Optional.of("expected the text '%s', got '%s'".formatted(expected.string, text));
      case Value.Vector vector -> vector(vector.points());
      case Value.Matrix matrix -> matrix(matrix.series(), steps);
    };
  }

  private Optional<String> scalar(double value) {
    Double wanted = expected.scalar;
    if (wanted == null) {
      return Optional.of("expected no scalar, got " + value);
    }
    return close(wanted, value)
        ? Optional.empty()
        : Optional.of("expected scalar %s, got %s".formatted(wanted, value));
  }

  private Optional<String> vector(List<Value.Point> points) {
    if (expected.scalar != null) {
      return Optional.of("expected a scalar, got a vector " + points);
    }
    Map<Labels, Integer> wanted = positions();
    for (int i = 0; i < points.size(); i++) {
      Value.Point point = points.get(i);
      Integer position = wanted.remove(point.labels());
      if (position == null) {
        return Optional.of("unexpected %s with %s".formatted(point.labels(), point.value()));
      }
      if (expected.ordered && position != i) {
        return Optional.of("%s is number %d".formatted(point.labels(), i + 1));
      }
      Point first = expected.series.get(position).values().points().getFirst();
      if (!(first instanceof Point.Sample number) || !close(number.value(), point.value())) {
        return Optional.of(
            "expected %s for %s, got %s".formatted(first, point.labels(), point.value()));
      }
    }
    return missing(wanted);
  }

  private Optional<String> matrix(List<Value.Series> matrix, StepGrid steps) {
    if (expected.scalar != null) {
      return Optional.of("expected a scalar, got a matrix");
    }
    Map<Labels, Integer> wanted = positions();
    Labels before = null;
    for (Value.Series series : matrix) {
      if (before != null && before.compareTo(series.labels()) > 0) {
        return Optional.of("not in the order of labels: " + series.labels());
      }
      before = series.labels();
      Integer position = wanted.remove(series.labels());
      if (position == null) {
        return Optional.of("unexpected " + text(series));
      }
      if (!same(expected.series.get(position).values(), series.samples(), steps)) {
        return Optional.of(
            "expected %s, got %s".formatted(expected.series.get(position), text(series)));
      }
    }
    return missing(wanted);
  }

  private Map<Labels, Integer> positions() {
    var positions = new HashMap<Labels, Integer>();
    for (int i = 0; i < expected.series.size(); i++) {
      positions.put(expected.series.get(i).labels(), i);
    }
    return positions;
  }

  private static Optional<String> missing(Map<Labels, Integer> left) {
    return left.isEmpty() ? Optional.empty() : Optional.of("missing " + left.keySet());
  }

  private static boolean same(Points wanted, Samples samples, StepGrid steps) {
    int next = 0;
    for (int i = 0; i < wanted.points().size(); i++) {
      if (wanted.points().get(i) instanceof Point.Sample number) {
        boolean good =
            next < samples.size()
                && samples.timestamp(next) == steps.timestamp(i)
                && close(number.value(), samples.value(next));
        if (!good) {
          return false;
        }
        next++;
      }
    }
    return next == samples.size();
  }

  private static String text(Value.Series series) {
    var text = new StringBuilder(series.labels().toString());
    for (int i = 0; i < series.samples().size(); i++) {
      text.append(" %s@%d".formatted(series.samples().value(i), series.samples().timestamp(i)));
    }
    return text.toString();
  }

  static boolean close(double a, double b) {
    if (StaleMarker.is(a) || StaleMarker.is(b)) {
      return StaleMarker.is(a) && StaleMarker.is(b);
    }
    if (a == b || (Double.isNaN(a) && Double.isNaN(b))) {
      return true;
    }
    double sum = Math.abs(a) + Math.abs(b);
    double difference = Math.abs(a - b);
    if (a == 0 || b == 0 || sum < Double.MIN_NORMAL) {
      return difference < TOLERANCE * Double.MIN_NORMAL;
    }
    return difference / Math.min(sum, Double.MAX_VALUE) < TOLERANCE;
  }
}
