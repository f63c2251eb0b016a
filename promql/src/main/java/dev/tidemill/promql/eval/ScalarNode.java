package dev.tidemill.promql.eval;

/** A part of a query that gives a number at every step. Stateless. */
@FunctionalInterface
interface ScalarNode {
  double[] eval(EvalFlow flow);
}
