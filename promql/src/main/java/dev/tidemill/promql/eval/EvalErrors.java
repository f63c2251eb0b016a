package dev.tidemill.promql.eval;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.promql.PromqlError;

/** What only the data show to be wrong. The words are Prometheus', which people search for. */
final class EvalErrors {
  private EvalErrors() {}

  static TidemillException failed(String what) {
    return Problem.of(PromqlError.QUERY_FAILED, what).exception();
  }

  static TidemillException duplicateSeries() {
    return Problem.of(
            PromqlError.QUERY_DUPLICATE_SERIES,
            "vector cannot contain metrics with the same labelset")
        .next("aggregate, or select series that differ in more than their name")
        .exception();
  }
}
