package dev.tidemill.promql.eval;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.syntax.Span;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** {@code sort} and its like. Without effect over a range, whose series come by their labels. */
final class SortNode implements ExecNode {
  private final ExecNode operand;
  private final Comparator<Row> order;
  private final Span span;

  SortNode(ExecNode operand, Comparator<Row> order, Span span) {
    this.operand = operand;
    this.order = order;
    this.span = span;
  }

  /** NaN comes last in any case. */
  static Comparator<Row> byValue(boolean descending) {
    return (a, b) -> {
      double x = a.values()[0];
      double y = b.values()[0];
      if (Double.isNaN(x) || Double.isNaN(y)) {
        return Boolean.compare(Double.isNaN(x), Double.isNaN(y));
      }
      return x == y ? 0 : x > y == descending ? -1 : 1;
    };
  }

  static Comparator<Row> byLabels(List<String> names, boolean descending) {
    Comparator<Labels> order = (_, _) -> 0;
    for (String name : names) {
      order = order.thenComparing(labels -> labels.get(name), NaturalOrder::compare);
    }
    Comparator<Labels> whole = order.thenComparing(Comparator.naturalOrder());
    return Comparator.comparing(Row::labels, descending ? whole.reversed() : whole);
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    if (flow.isInstant()) {
      Rows.collect(operand, flow).stream().sorted(order).forEach(out);
    } else {
      flow.annotations().sortInRange(span);
      operand.eval(flow, out);
    }
  }
}
