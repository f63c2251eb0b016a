package dev.tidemill.promql.fuzz;

import dev.tidemill.promql.eval.Value;
import dev.tidemill.promql.series.Labels;
import java.util.ArrayList;
import java.util.List;

/** A value as text that differs as soon as one bit does; but any NaN is like any other. */
public final class Bits {
  private Bits() {}

  public static List<String> of(Value value) {
    var bits = new ArrayList<String>();
    switch (value) {
      case Value.Scalar scalar -> bits.add(point(Labels.EMPTY, scalar.timestamp(), scalar.value()));
      case Value.Text text -> bits.add(text.value());
      case Value.Vector vector ->
          vector.points().forEach(p -> bits.add(point(p.labels(), p.timestamp(), p.value())));
      case Value.Matrix matrix -> {
        for (Value.Series series : matrix.series()) {
          for (int i = 0; i < series.samples().size(); i++) {
            bits.add(
                point(series.labels(), series.samples().timestamp(i), series.samples().value(i)));
          }
        }
      }
    }
    return bits;
  }

  /** Which NaN comes of two is the processor's choice and can change when code is compiled. */
  private static String point(Labels labels, long at, double value) {
    String number = Double.isNaN(value) ? "NaN" : Double.toHexString(value);
    return "%s @%d %s".formatted(labels, at, number);
  }
}
