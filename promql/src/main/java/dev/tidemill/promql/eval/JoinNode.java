package dev.tidemill.promql.eval;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.syntax.BinaryOp;
import dev.tidemill.promql.syntax.VectorMatching;
import dev.tidemill.promql.syntax.VectorMatching.Cardinality;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;

/** An operator between two vectors: series that belong together, step by step. */
final class JoinNode implements ExecNode {
  private final ExecNode left;
  private final ExecNode right;
  private final BinaryOp op;
  private final boolean bool;
  private final VectorMatching matching;

  JoinNode(ExecNode left, ExecNode right, BinaryOp op, boolean bool, VectorMatching matching) {
    this.left = left;
    this.right = right;
    this.op = op;
    this.bool = bool;
    this.matching = matching;
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    List<Row> lefts = Rows.collect(left, flow);
    List<Row> rights = Rows.collect(right, flow);
    boolean swapped = matching.cardinality() == Cardinality.ONE_TO_MANY;
    BitSet both = present(lefts, flow.count());
    both.and(present(rights, flow.count()));
    if (matching.fills()) {
      both.set(0, flow.count());
    }
    if (both.isEmpty()) {
      return;
    }
    var signatures = new Signatures(matching);
    var pairings = new LinkedHashMap<Labels, Pairing>();
    for (Row row : swapped ? rights : lefts) {
      pairings.computeIfAbsent(signatures.of(row), s -> new Pairing()).many.add(row);
    }
    for (Row row : swapped ? lefts : rights) {
      pairings.computeIfAbsent(signatures.of(row), s -> new Pairing()).one.add(row);
    }
    var rows = new ArrayList<Row>();
    pairings.forEach(
        (signature, pairing) -> {
          flow.budget().checkpoint();
          new JoinGroup(flow, op, bool, matching, signature, pairing.many, pairing.one)
              .join(both, rows::add);
        });
    Rows.united(rows).forEach(out);
  }

  /** The series of both sides with the same signature. */
  private static final class Pairing {
    private final List<Row> many = new ArrayList<>();
    private final List<Row> one = new ArrayList<>();
  }

  /** The steps at which any row has a value. */
  private static BitSet present(List<Row> rows, int steps) {
    var present = new BitSet(steps);
    for (Row row : rows) {
      for (int step = 0; step < steps; step++) {
        if (row.has(step)) {
          present.set(step);
        }
      }
    }
    return present;
  }
}
