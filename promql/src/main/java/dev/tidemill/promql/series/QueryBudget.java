package dev.tidemill.promql.series;

import dev.tidemill.core.error.Problem;
import dev.tidemill.promql.PromqlError;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one query may still read and hold, and whether it is still wanted. Shared by all its
 * cursors; thread-safe.
 */
public final class QueryBudget {
  private final Limits limits;
  private final AtomicLong series = new AtomicLong();
  private final AtomicLong samples = new AtomicLong();
  private final AtomicLong held = new AtomicLong();

  /**
   * @param series that are read, each time it is read
   * @param samples that are read, each time it is read
   * @param held values that are held in memory for the result or on the way to it
   * @param steps at which a query or subquery is evaluated
   */
  public record Limits(long series, long samples, long held, long steps) {
    public static final Limits NONE =
        new Limits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
  }

  public QueryBudget(Limits limits) {
    this.limits = limits;
  }

  public QueryBudget(long maxSeries, long maxSamples) {
    this(new Limits(maxSeries, maxSamples, Long.MAX_VALUE, Integer.MAX_VALUE));
  }

  public static QueryBudget unlimited() {
    return new QueryBudget(Limits.NONE);
  }

  /** Called by a source for each series, before its samples are handed out. */
  public void spend(int sampleCount) {
    checkpoint();
    check(series.incrementAndGet(), limits.series(), "reads more than %d series");
    check(samples.addAndGet(sampleCount), limits.samples(), "reads more than %d samples");
  }

  /** Called before a row of values is kept for later. */
  public void hold(int values) {
    checkpoint();
    check(held.addAndGet(values), limits.held(), "holds more than %d values in memory");
  }

  /** Called before a query or subquery is evaluated. */
  public void steps(long count) {
    check(count, limits.steps(), "has more than %d steps");
  }

  /** Called within every long loop: throws when the thread was interrupted, which it leaves so. */
  public void checkpoint() {
    if (Thread.currentThread().isInterrupted()) {
      throw Problem.of(PromqlError.QUERY_CANCELLED, "query was canceled").exception();
    }
  }

  public long samplesRead() {
    return samples.get();
  }

  public long valuesHeld() {
    return held.get();
  }

  public long seriesRead() {
    return series.get();
  }

  private static void check(long spent, long limit, String what) {
    if (spent > limit) {
      throw Problem.of(PromqlError.QUERY_TOO_LARGE, "the query " + what.formatted(limit))
          .next("select fewer series, a shorter time or longer steps")
          .exception();
    }
  }
}
