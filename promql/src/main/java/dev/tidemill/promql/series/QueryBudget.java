package dev.tidemill.promql.series;

import dev.tidemill.core.error.Problem;
import dev.tidemill.promql.PromqlError;
import java.util.concurrent.atomic.AtomicLong;

/** What one query may still read. Shared by all its cursors; thread-safe. */
public final class QueryBudget {
  private final long maxSeries;
  private final long maxSamples;
  private final AtomicLong series = new AtomicLong();
  private final AtomicLong samples = new AtomicLong();

  public QueryBudget(long maxSeries, long maxSamples) {
    this.maxSeries = maxSeries;
    this.maxSamples = maxSamples;
  }

  public static QueryBudget unlimited() {
    return new QueryBudget(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** Called by a source for each series, before its samples are handed out. */
  public void spend(int sampleCount) {
    check(series.incrementAndGet(), maxSeries, "series");
    check(samples.addAndGet(sampleCount), maxSamples, "samples");
  }

  public long samplesRead() {
    return samples.get();
  }

  private static void check(long spent, long limit, String what) {
    if (spent > limit) {
      throw Problem.of(
              PromqlError.QUERY_TOO_LARGE, "the query reads more than %d %s".formatted(limit, what))
          .next("select fewer series or a shorter time")
          .exception();
    }
  }
}
