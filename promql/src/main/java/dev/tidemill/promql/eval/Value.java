package dev.tidemill.promql.eval;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import java.util.List;

/** What a query gives. */
public sealed interface Value {

  /** A number at a moment. */
  record Scalar(long timestamp, double value) implements Value {}

  /** A text at a moment. */
  record Text(long timestamp, String value) implements Value {}

  /** Series with one value each, all at the same moment. */
  record Vector(List<Point> points) implements Value {
    public Vector {
      points = List.copyOf(points);
    }
  }

  /** A series at a moment. */
  record Point(Labels labels, long timestamp, double value) {}

  /** Series with values over time, in the order of labels. */
  record Matrix(List<Series> series) implements Value {
    public Matrix {
      series = List.copyOf(series);
    }
  }

  /** A series over time; never empty. */
  record Series(Labels labels, Samples samples) {}
}
