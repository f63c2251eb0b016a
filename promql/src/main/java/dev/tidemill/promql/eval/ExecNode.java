package dev.tidemill.promql.eval;

import java.util.function.Consumer;

/** A part of a query that gives rows: an instant vector at every step. Stateless. */
@FunctionalInterface
interface ExecNode {

  /** Hands out its rows, each with a value for every step of the flow. */
  void eval(EvalFlow flow, Consumer<Row> out);
}
