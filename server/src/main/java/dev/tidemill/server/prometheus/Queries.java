package dev.tidemill.server.prometheus;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.promql.PromqlError;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.storage.StorageError;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Runs queries within their limits, on the caller's thread. Thread-safe. */
final class Queries {
  private final QueryLimits limits;
  private final TimeSource time;
  private final AtomicInteger running = new AtomicInteger();

  Queries(QueryLimits limits, TimeSource time) {
    this.limits = limits;
    this.time = time;
  }

  /** How many are being evaluated. */
  int running() {
    return running.get();
  }

  QueryLimits limits() {
    return limits;
  }

  /** A query whose time was up: the interruption was ours, not the client's. */
  static final class TimeUp extends RuntimeException {
    private static final long serialVersionUID = 1;

    TimeUp(Throwable because) {
      super("query timed out in expression evaluation", because);
    }
  }

  <T> T run(Duration asked, Function<QueryBudget, T> query) {
    Duration limit =
        asked.isPositive() && asked.compareTo(limits.time()) < 0 ? asked : limits.time();
    Thread self = Thread.currentThread();
    var timeUp = new AtomicBoolean();
    TimeSource.Timer timer =
        time.schedule(
            limit,
            () -> {
              timeUp.set(true);
              self.interrupt();
            });
    running.incrementAndGet();
    try {
      return query.apply(new QueryBudget(limits.budget()));
    } catch (TidemillException e) {
      throw interrupted(e) && timeUp.get() ? new TimeUp(e) : e;
    } catch (StackOverflowError e) {
      throw Problem.of(PromqlError.QUERY_TOO_LARGE, "the query is nested too deeply").exception(e);
    } finally {
      running.decrementAndGet();
      timer.cancel();
    }
  }

  private static boolean interrupted(TidemillException e) {
    return e.code() == PromqlError.QUERY_CANCELLED
        || e.code() == StorageError.STORAGE_INTERRUPTED
        || Thread.currentThread().isInterrupted();
  }
}
