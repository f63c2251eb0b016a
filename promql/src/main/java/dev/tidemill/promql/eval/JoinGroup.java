package dev.tidemill.promql.eval;

import dev.tidemill.promql.function.Arithmetic;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.BinaryOp;
import dev.tidemill.promql.syntax.VectorMatching;
import dev.tidemill.promql.syntax.VectorMatching.Cardinality;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The series of two vectors that belong together. */
final class JoinGroup {
  private final EvalFlow flow;
  private final BinaryOp op;
  private final boolean bool;
  private final VectorMatching matching;
  private final Labels signature;
  private final List<Row> many;
  private final List<Row> one;
  private final boolean swapped;
  private final Signatures signatures;

  /** Per result, the steps that already have a pair; filters come later. */
  private final Map<Labels, BitSet> taken = new HashMap<>();

  JoinGroup(
      EvalFlow flow,
      BinaryOp op,
      boolean bool,
      VectorMatching matching,
      Labels signature,
      List<Row> many,
      List<Row> one) {
    this.flow = flow;
    this.op = op;
    this.bool = bool;
    this.matching = matching;
    this.signature = signature;
    this.many = many;
    this.one = one;
    this.swapped = matching.cardinality() == Cardinality.ONE_TO_MANY;
    this.signatures = new Signatures(matching);
  }

  /**
   * @param both the steps at which both vectors have anything
   */
  void join(BitSet both, Consumer<Row> out) {
    refuseDuplicates(both);
    for (Row many : this.many) {
      for (Row one : this.one) {
        pair(many, one, out);
      }
    }
    // Upstream changes sides before it fills, so that with group_right these are crossed.
    Double fillOne = matching.fillRight();
    Double fillMany = matching.fillLeft();
    if (fillOne != null) {
      double[] missing = complement(one, fillOne);
      many.forEach(row -> pair(row, new Row(signature, false, missing), out));
    }
    if (fillMany != null) {
      double[] missing = complement(many, fillMany);
      one.forEach(row -> pair(new Row(signature, false, missing), row, out));
    }
  }

  private double[] complement(List<Row> rows, double fill) {
    double[] values = new double[flow.count()];
    Arrays.fill(values, fill);
    for (Row row : rows) {
      for (int step = 0; step < values.length; step++) {
        if (row.has(step)) {
          values[step] = StaleMarker.VALUE;
        }
      }
    }
    return values;
  }

  private void pair(Row many, Row one, Consumer<Row> out) {
    Labels labels = signatures.result(op, many.labels(), one.labels());
    boolean alone = this.many.size() == 1 && this.one.size() == 1 && !matching.fills();
    boolean oneToOne = matching.cardinality() == Cardinality.ONE_TO_ONE;
    BitSet steps =
        alone ? null : taken.computeIfAbsent(oneToOne ? signature : labels, l -> new BitSet());
    double[] values = Row.none(flow.count());
    boolean any = false;
    for (int step = 0; step < values.length; step++) {
      if (many.has(step) && one.has(step)) {
        take(steps, step);
        double m = many.values()[step];
        double o = one.values()[step];
        values[step] = swapped ? value(o, m) : value(m, o);
        any |= !StaleMarker.is(values[step]);
      }
    }
    if (any) {
      out.accept(new Row(labels, bool || many.dropsName(), values));
    }
  }

  private double value(double a, double b) {
    if (bool || !op.isComparison()) {
      return Arithmetic.apply(op, a, b);
    }
    return Arithmetic.holds(op, a, b) ? a : StaleMarker.VALUE;
  }

  private void take(@Nullable BitSet steps, int step) {
    if (steps == null) {
      return;
    }
    if (steps.get(step)) {
      throw EvalErrors.failed(
          matching.cardinality() == Cardinality.ONE_TO_ONE
              ? "multiple matches for labels: many-to-one matching must be explicit"
                  + " (group_left/group_right)"
              : "multiple matches for labels: grouping labels must ensure unique matches");
    }
    steps.set(step);
  }

  /** The one side may have one series only, whether or not the other side has any. */
  private void refuseDuplicates(BitSet both) {
    if (one.size() < 2) {
      return;
    }
    @Nullable Row[] owners = new @Nullable Row[flow.count()];
    for (Row row : one) {
      for (int step = both.nextSetBit(0); step >= 0; step = both.nextSetBit(step + 1)) {
        if (row.has(step)) {
          Row owner = owners[step];
          if (owner != null) {
            throw duplicate(owner.labels(), row.labels());
          }
          owners[step] = row;
        }
      }
    }
  }

  private RuntimeException duplicate(Labels a, Labels b) {
    boolean ordered = a.compareTo(b) < 0;
    return EvalErrors.failed(
        ("found duplicate series for the match group %s on the %s hand-side of the operation:"
                + " [%s, %s];many-to-many matching not allowed: matching labels must be unique on"
                + " one side")
            .formatted(
                Signatures.text(signature),
                swapped ? "left" : "right",
                Signatures.text(ordered ? a : b),
                Signatures.text(ordered ? b : a)));
  }
}
