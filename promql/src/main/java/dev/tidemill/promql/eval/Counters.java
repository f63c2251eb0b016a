package dev.tidemill.promql.eval;

import dev.tidemill.promql.syntax.Span;

/** A rate of what does not look like a counter is answered with a remark. */
final class Counters {
  private Counters() {}

  static void check(EvalFlow flow, String metric, Span span) {
    if (!metric.isEmpty()
        && !metric.endsWith("_total")
        && !metric.endsWith("_sum")
        && !metric.endsWith("_count")
        && !metric.endsWith("_bucket")) {
      flow.annotations().notACounter(metric, span);
    }
  }
}
