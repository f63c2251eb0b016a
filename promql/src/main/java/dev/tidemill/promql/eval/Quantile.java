package dev.tidemill.promql.eval;

import dev.tidemill.promql.syntax.Span;

/** A quantile outside 0 to 1 is answered with infinity and a warning. */
final class Quantile {
  private Quantile() {}

  static void check(EvalFlow flow, double q, Span span) {
    if (!(q >= 0 && q <= 1)) {
      flow.annotations().quantileOutside(q, span);
    }
  }
}
