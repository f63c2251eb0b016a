package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.Leaf.Shift;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/** Rows as a user gets them: names gone where they no longer fit. */
final class Results {
  private Results() {}

  /**
   * @param ordered keep the rows' order, which was asked for; otherwise they come by labels
   */
  static Value.Vector vector(ExecNode node, EvalFlow flow, boolean ordered) {
    List<Row> rows = named(Rows.collect(node, flow));
    var labels = new HashSet<Labels>();
    if (!rows.stream().map(Row::labels).allMatch(labels::add)) {
      throw EvalErrors.duplicateSeries();
    }
    if (!ordered) {
      rows.sort(Comparator.comparing(Row::labels));
    }
    long at = flow.steps().start();
    return new Value.Vector(
        rows.stream().map(row -> new Value.Point(row.labels(), at, row.values()[0])).toList());
  }

  static Value.Matrix matrix(ExecNode node, EvalFlow flow) {
    List<Row> rows = Rows.united(named(Rows.collect(node, flow)));
    rows.sort(Comparator.comparing(Row::labels));
    return new Value.Matrix(
        rows.stream().map(row -> new Value.Series(row.labels(), samples(row, flow))).toList());
  }

  static Value.Matrix scalars(ScalarNode node, EvalFlow flow) {
    var row = new Row(Labels.EMPTY, false, node.eval(flow));
    return new Value.Matrix(List.of(new Value.Series(Labels.EMPTY, samples(row, flow))));
  }

  /** The window's own samples. */
  static Value.Matrix samples(RangeNode node, EvalFlow flow) {
    Shift shift = node.shift(flow);
    long end = shift.apply(flow.steps().start());
    var series = new ArrayList<Value.Series>();
    node.eval(
        flow,
        (labels, dropsName, times, values, count) -> {
          flow.budget().hold(count);
          int from = 0;
          while (from < count && times[from] <= end - node.length()) {
            from++;
          }
          if (from < count) {
            series.add(
                new Value.Series(
                    dropsName ? Signatures.unnamed(labels) : labels,
                    Samples.of(
                        Arrays.copyOfRange(times, from, count),
                        Arrays.copyOfRange(values, from, count))));
          }
        });
    series.sort(Comparator.comparing(Value.Series::labels));
    for (int i = 1; i < series.size(); i++) {
      if (series.get(i).labels().equals(series.get(i - 1).labels())) {
        throw EvalErrors.duplicateSeries();
      }
    }
    return new Value.Matrix(series);
  }

  private static List<Row> named(List<Row> rows) {
    var named = new ArrayList<Row>(rows.size());
    for (Row row : rows) {
      if (row.isEmpty()) {
        continue;
      }
      named.add(row.dropsName() ? row.withLabels(Signatures.unnamed(row.labels())) : row);
    }
    return named;
  }

  private static Samples samples(Row row, EvalFlow flow) {
    int count = 0;
    long[] times = new long[row.values().length];
    double[] values = new double[row.values().length];
    for (int step = 0; step < values.length; step++) {
      if (row.has(step)) {
        times[count] = flow.steps().timestamp(step);
        values[count++] = row.values()[step];
      }
    }
    return count == times.length
        ? Samples.of(times, values)
        : Samples.of(Arrays.copyOf(times, count), Arrays.copyOf(values, count));
  }
}
