package dev.tidemill.server.prometheus;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidemill.promql.eval.Value;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;

/** Values in the API's JSON: times as numbers of seconds, values as texts. */
final class ValueJson {
  private ValueJson() {}

  static String type(Value value) {
    return switch (value) {
      case Value.Scalar s -> "scalar";
      case Value.Text t -> "string";
      case Value.Vector v -> "vector";
      case Value.Matrix m -> "matrix";
    };
  }

  static void write(Value value, JsonGenerator out) throws IOException {
    switch (value) {
      case Value.Scalar s -> point(s.timestamp(), number(s.value()), out);
      case Value.Text t -> point(t.timestamp(), t.value(), out);
      case Value.Vector vector -> {
        out.writeStartArray();
        for (Value.Point point : vector.points()) {
          out.writeStartObject();
          labels("metric", point.labels(), out);
          out.writeFieldName("value");
          point(point.timestamp(), number(point.value()), out);
          out.writeEndObject();
        }
        out.writeEndArray();
      }
      case Value.Matrix matrix -> {
        out.writeStartArray();
        var points = new PointsText();
        for (Value.Series series : matrix.series()) {
          write(series, points, out);
        }
        out.writeEndArray();
      }
    }
  }

  static void write(Value.Series series, JsonGenerator out) throws IOException {
    write(series, new PointsText(), out);
  }

  private static void write(Value.Series series, PointsText points, JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    labels("metric", series.labels(), out);
    out.writeFieldName("values");
    points.clear();
    points.open();
    Samples samples = series.samples();
    for (int i = 0; i < samples.size(); i++) {
      points.point(samples.timestamp(i), samples.value(i));
    }
    points.close();
    out.writeRawValue(points.chars(), 0, points.size());
    out.writeEndObject();
  }

  private static void labels(String field, Labels labels, JsonGenerator out) throws IOException {
    out.writeFieldName(field);
    labels(labels, out);
  }

  static void labels(Labels labels, JsonGenerator out) throws IOException {
    out.writeStartObject();
    labels.forEach(
        (name, value) -> {
          try {
            out.writeStringField(name, value);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    out.writeEndObject();
  }

  private static void point(long timestamp, String value, JsonGenerator out) throws IOException {
    out.writeStartArray();
    out.writeNumber(seconds(timestamp));
    out.writeString(value);
    out.writeEndArray();
  }

  /** No fraction, or three digits of it. */
  static String seconds(long millis) {
    long size = Math.abs(millis);
    String text = (millis < 0 ? "-" : "") + size / 1000;
    return size % 1000 == 0 ? text : text + "." + String.valueOf(1000 + size % 1000).substring(1);
  }

  /** The shortest that means the same; an exponent only below 1e-6 and from 1e21 on. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    double size = Math.abs(value);
    if (size < 1e15 && value == Math.rint(value)) {
      return Long.toString((long) value);
    }
    var decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    if (size >= 1e-6 && size < 1e21) {
      return decimal.toPlainString();
    }
    String digits = decimal.unscaledValue().abs().toString();
    int exponent = digits.length() - 1 - decimal.scale();
    String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    return "%s%c%s%s%c%02d"
        .formatted(
            value < 0 ? "-" : "",
            digits.charAt(0),
            fraction,
            "e",
            exponent < 0 ? '-' : '+',
            Math.abs(exponent));
  }
}
