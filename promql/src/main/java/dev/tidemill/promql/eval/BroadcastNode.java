package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.StepGrid;
import java.util.Arrays;
import java.util.function.Consumer;

/** What is the same at every step, evaluated once. */
final class BroadcastNode implements ExecNode {
  private final ExecNode operand;

  BroadcastNode(ExecNode operand) {
    this.operand = operand;
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    operand.eval(
        flow.at(StepGrid.instant(flow.steps().start())),
        row -> {
          double[] values = new double[flow.count()];
          Arrays.fill(values, row.values()[0]);
          out.accept(new Row(row.labels(), row.dropsName(), values));
        });
  }
}
