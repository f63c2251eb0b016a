package dev.tidemill.promql.eval;

import dev.tidemill.promql.series.Labels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;

/** Rows that are needed all at once. */
final class Rows {
  static final Comparator<Row> REDUCTION_ORDER =
      Comparator.comparing(Row::slot).thenComparing(Row::labels);

  private Rows() {}

  static List<Row> collect(ExecNode node, EvalFlow flow) {
    var rows = new ArrayList<Row>();
    node.eval(
        flow,
        row -> {
          flow.budget().hold(row.values().length);
          rows.add(row);
        });
    return rows;
  }

  /**
   * Rows with the same labels become one, and all come in the order of reduction.
   *
   * @throws dev.tidemill.core.error.TidemillException if two have a value at the same step
   */
  static List<Row> united(List<Row> rows) {
    var byLabels = new HashMap<Labels, Row>();
    for (Row row : rows) {
      byLabels.merge(row.labels(), row, Rows::unite);
    }
    var united = new ArrayList<Row>(byLabels.values());
    united.sort(REDUCTION_ORDER);
    return united;
  }

  private static Row unite(Row first, Row second) {
    double[] values = first.values().clone();
    for (int step = 0; step < values.length; step++) {
      if (second.has(step)) {
        if (first.has(step)) {
          throw EvalErrors.duplicateSeries();
        }
        values[step] = second.values()[step];
      }
    }
    return new Row(first.labels(), first.dropsName() || second.dropsName(), values);
  }
}
