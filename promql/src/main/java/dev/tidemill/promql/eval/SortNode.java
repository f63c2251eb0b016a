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
  private final boolean root;
  private final Span span;

  /**
   * @param root whether anyone sees the order; all else needs that of reduction
   */
  SortNode(ExecNode operand, Comparator<Row> order, boolean root, Span span) {
    this.operand = operand;
    this.order = order;
    this.root = root;
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
    if (!flow.isInstant()) {
      flow.annotations().sortInRange(span);
    }
    if (flow.isInstant() && root) {
      Rows.collect(operand, flow).stream().sorted(order).forEach(out);
    } else {
      operand.eval(flow, out);
    }
  }
}
