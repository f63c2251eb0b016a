package dev.tidemill.promql.eval;

import dev.tidemill.promql.series.StaleMarker;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;

/** Another value for each value. */
final class MapNode implements ExecNode {
  private final ExecNode operand;
  private final boolean renames;
  private final Prepared mapping;

  /** Made once per evaluation, from what does not depend on the series. */
  @FunctionalInterface
  interface Prepared {
    StepMapping in(EvalFlow flow);
  }

  /** May answer with a stale marker, for none. */
  @FunctionalInterface
  interface StepMapping {
    double apply(int step, double value);
  }

  /**
   * @param renames whether the result is another quantity
   */
  MapNode(ExecNode operand, boolean renames, Prepared mapping) {
    this.operand = operand;
    this.renames = renames;
    this.mapping = mapping;
  }

  static MapNode of(ExecNode operand, DoubleUnaryOperator function) {
    return new MapNode(operand, true, flow -> (step, value) -> function.applyAsDouble(value));
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    StepMapping prepared = mapping.in(flow);
    operand.eval(
        flow,
        row -> {
          flow.budget().checkpoint();
          double[] values = row.values();
          boolean any = false;
          for (int step = 0; step < values.length; step++) {
            if (!StaleMarker.is(values[step])) {
              values[step] = prepared.apply(step, values[step]);
              any |= !StaleMarker.is(values[step]);
            }
          }
          if (any) {
            out.accept(renames ? row.renamed() : row);
          }
        });
  }
}
