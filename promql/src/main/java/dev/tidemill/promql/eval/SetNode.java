package dev.tidemill.promql.eval;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.BinaryOp;
import dev.tidemill.promql.syntax.VectorMatching;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** {@code and}, {@code or}, {@code unless}: series of one side by what the other side has. */
final class SetNode implements ExecNode {
  private final ExecNode left;
  private final ExecNode right;
  private final BinaryOp op;
  private final Signatures signatures;

  SetNode(ExecNode left, ExecNode right, BinaryOp op, VectorMatching matching) {
    this.left = left;
    this.right = right;
    this.op = op;
    this.signatures = new Signatures(matching);
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    if (op == BinaryOp.OR) {
      List<Row> rows = new ArrayList<>(Rows.collect(left, flow));
      Map<Labels, BitSet> known = steps(rows);
      filter(right, flow, known, false, rows::add);
      Rows.united(rows).forEach(out);
    } else {
      Map<Labels, BitSet> other = steps(Rows.collect(right, flow));
      filter(left, flow, other, op == BinaryOp.AND, out);
    }
  }

  /** At which steps there is any series of a signature. */
  private Map<Labels, BitSet> steps(List<Row> rows) {
    var steps = new HashMap<Labels, BitSet>();
    for (Row row : rows) {
      BitSet present = steps.computeIfAbsent(signatures.of(row), s -> new BitSet());
      for (int step = 0; step < row.values().length; step++) {
        if (row.has(step)) {
          present.set(step);
        }
      }
    }
    return steps;
  }

  private void filter(
      ExecNode node, EvalFlow flow, Map<Labels, BitSet> other, boolean wanted, Consumer<Row> out) {
    var nowhere = new BitSet();
    node.eval(
        flow,
        row -> {
          BitSet present = other.getOrDefault(signatures.of(row), nowhere);
          double[] values = row.values();
          for (int step = 0; step < values.length; step++) {
            if (present.get(step) != wanted) {
              values[step] = StaleMarker.VALUE;
            }
          }
          if (!row.isEmpty()) {
            if (op == BinaryOp.OR) {
              flow.budget().hold(values.length);
            }
            out.accept(row);
          }
        });
  }
}
