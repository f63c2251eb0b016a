package dev.tidemill.promql.eval;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.series.StaleMarker;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A series with one value per step. The values belong to whoever was given the row. */
final class Row {
  private final Labels labels;
  private final boolean dropsName;
  private final double[] values;
  private @Nullable Slot slot;

  /**
   * @param dropsName whether the name no longer fits and goes at the end
   */
  Row(Labels labels, boolean dropsName, double[] values) {
    this.labels = labels;
    this.dropsName = dropsName;
    this.values = values;
  }

  Labels labels() {
    return labels;
  }

  boolean dropsName() {
    return dropsName;
  }

  double[] values() {
    return values;
  }

  Slot slot() {
    if (slot == null) {
      slot = Slot.of(labels);
    }
    return slot;
  }

  boolean has(int step) {
    return !StaleMarker.is(values[step]);
  }

  boolean isEmpty() {
    for (double value : values) {
      if (!StaleMarker.is(value)) {
        return false;
      }
    }
    return true;
  }

  Row withLabels(Labels other) {
    return new Row(other, dropsName, values);
  }

  /** The same values, as another quantity. */
  Row renamed() {
    return new Row(labels, true, values);
  }

  static double[] none(int steps) {
    double[] values = new double[steps];
    Arrays.fill(values, StaleMarker.VALUE);
    return values;
  }
}
