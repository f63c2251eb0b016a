package dev.tidemill.promql.eval;

import dev.tidemill.promql.eval.Groups.Group;
import dev.tidemill.promql.leaf.Grouping;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.Numbers;
import dev.tidemill.promql.syntax.Quoting;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** How many series of a group have each value; the value becomes a label. */
final class CountValuesNode implements ExecNode {
  private final ExecNode operand;
  private final Grouping grouping;
  private final String label;

  CountValuesNode(ExecNode operand, Grouping grouping, String label) {
    this.operand = operand;
    this.grouping = grouping;
    this.label = label;
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    if (label.isEmpty() || !Quoting.isUnicode(label)) {
      throw EvalErrors.failed("invalid label name " + Quoting.quote(label));
    }
    var counts = new HashMap<Labels, double[]>();
    for (Group group : Groups.of(operand, grouping, flow)) {
      var names = new HashMap<Double, Labels>();
      for (Row row : group.rows()) {
        flow.budget().checkpoint();
        count(flow, group, row, names, counts);
      }
    }
    counts.entrySet().stream()
        .map(entry -> new Row(entry.getKey(), false, entry.getValue()))
        .sorted(Rows.REDUCTION_ORDER)
        .forEach(out);
  }

  private void count(
      EvalFlow flow,
      Group group,
      Row row,
      Map<Double, Labels> names,
      Map<Labels, double[]> counts) {
    for (int step = 0; step < row.values().length; step++) {
      if (row.has(step)) {
        double value = row.values()[step];
        Labels labels =
            names.computeIfAbsent(value, v -> group.labels().with(label, Numbers.plain(v)));
        double[] sums = counts.get(labels);
        if (sums == null) {
          flow.budget().hold(row.values().length);
          sums = Row.none(row.values().length);
          counts.put(labels, sums);
        }
        sums[step] = StaleMarker.is(sums[step]) ? 1 : sums[step] + 1;
      }
    }
  }
}
