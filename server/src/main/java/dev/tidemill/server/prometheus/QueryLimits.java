package dev.tidemill.server.prometheus;

import dev.tidemill.promql.series.QueryBudget;
import java.time.Duration;

/**
 * What one query may take.
 *
 * @param time the longest, and what a query gets that asks for none
 * @param points steps of a range
 */
public record QueryLimits(QueryBudget.Limits budget, Duration time, int points) {
  public static final QueryLimits DEFAULT =
      new QueryLimits(
          new QueryBudget.Limits(1_000_000, 50_000_000, 50_000_000, 1_000_000),
          Duration.ofMinutes(2),
          11_000);
}
