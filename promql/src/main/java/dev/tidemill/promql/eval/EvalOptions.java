package dev.tidemill.promql.eval;

import java.time.Duration;

/**
 * @param lookback how old the newest sample may be
 * @param subqueryStep of subqueries that name none
 */
public record EvalOptions(Duration lookback, Duration subqueryStep) {
  public static final EvalOptions DEFAULT =
      new EvalOptions(Duration.ofMinutes(5), Duration.ofMinutes(1));
}
