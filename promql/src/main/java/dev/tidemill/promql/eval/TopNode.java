package dev.tidemill.promql.eval;

import dev.tidemill.promql.eval.Groups.Group;
import dev.tidemill.promql.leaf.Grouping;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.AggregateOp;
import dev.tidemill.promql.syntax.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * {@code topk}, {@code bottomk}, {@code limitk}: some series of each group, chosen anew at each
 * step. NaN comes last in any case, and of equals the first by its labels.
 */
final class TopNode implements ExecNode {
  private final ExecNode operand;
  private final AggregateOp op;
  private final Grouping grouping;
  private final ScalarNode parameter;
  private final boolean root;

  /**
   * @param root whether anyone sees the order; all else needs that of reduction
   */
  TopNode(ExecNode operand, AggregateOp op, Grouping grouping, ScalarNode parameter, boolean root) {
    this.root = root;
    this.operand = operand;
    this.op = op;
    this.grouping = grouping;
    this.parameter = parameter;
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    double[] k = parameter.eval(flow);
    check(k);
    var rows = new ArrayList<Row>();
    for (Group group : Groups.of(operand, grouping, flow)) {
      choose(flow, group.rows(), k).forEach(rows::add);
    }
    if (!root || !flow.isInstant() || op == AggregateOp.LIMITK) {
      rows.sort(Rows.REDUCTION_ORDER);
    }
    rows.forEach(out);
  }

  private static void check(double[] k) {
    for (double each : k) {
      if (Double.isNaN(each)) {
        throw EvalErrors.failed("Parameter value is NaN");
      }
      if (Math.abs(each) >= 0x1p63) {
        throw EvalErrors.failed(
            "Scalar value %s %s int64"
                .formatted(Numbers.format(each), each > 0 ? "overflows" : "underflows"));
      }
    }
  }

  /** In the order of the first step, best first. */
  private List<Row> choose(EvalFlow flow, List<Row> rows, double[] k) {
    List<Row> members = rows.stream().sorted(Comparator.comparing(Row::labels)).toList();
    double[][] chosen = new double[members.size()][];
    int[] first = {};
    for (int step = 0; step < k.length; step++) {
      flow.budget().checkpoint();
      int[] best = best(members, step, (int) Math.min(members.size(), (long) k[step]));
      for (int member : best) {
        if (chosen[member] == null) {
          chosen[member] = Row.none(k.length);
        }
        chosen[member][step] = members.get(member).values()[step];
      }
      first = step == 0 ? best : first;
    }
    var order = new ArrayList<Integer>(Arrays.stream(first).boxed().toList());
    for (int member = 0; member < chosen.length; member++) {
      if (!order.contains(member)) {
        order.add(member);
      }
    }
    var top = new ArrayList<Row>();
    for (int member : order) {
      if (chosen[member] != null) {
        Row row = members.get(member);
        top.add(new Row(row.labels(), row.dropsName(), chosen[member]));
      }
    }
    return top;
  }

  private int[] best(List<Row> members, int step, int k) {
    if (k < 1) {
      return new int[0];
    }
    Comparator<Integer> worstFirst = bestFirst(members, step).reversed();
    var heap = new PriorityQueue<Integer>(worstFirst);
    for (int member = 0; member < members.size(); member++) {
      if (StaleMarker.is(members.get(member).values()[step])) {
        continue;
      }
      if (heap.size() < k) {
        heap.add(member);
      } else if (op == AggregateOp.LIMITK) {
        break;
      } else if (worstFirst.compare(heap.element(), member) < 0) {
        heap.remove();
        heap.add(member);
      }
    }
    int[] best = new int[heap.size()];
    for (int i = best.length - 1; i >= 0; i--) {
      best[i] = heap.remove();
    }
    return best;
  }

  private Comparator<Integer> bestFirst(List<Row> members, int step) {
    boolean largest = op == AggregateOp.TOPK;
    return (a, b) -> {
      double x = members.get(a).values()[step];
      double y = members.get(b).values()[step];
      if (op != AggregateOp.LIMITK && Double.isNaN(x) != Double.isNaN(y)) {
        return Double.isNaN(x) ? 1 : -1;
      }
      if (op != AggregateOp.LIMITK && x != y && !Double.isNaN(x)) {
        return x > y == largest ? -1 : 1;
      }
      return Integer.compare(a, b);
    };
  }
}
