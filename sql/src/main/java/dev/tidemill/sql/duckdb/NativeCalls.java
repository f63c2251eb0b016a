package dev.tidemill.sql.duckdb;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Every call into the engine passes here, one at a time, so that it can be ended.
 *
 * <p>DuckDB forgets an interruption that arrives just before a statement begins. So cancelling sets
 * a flag that is looked at inside the lock before each call, and then interrupts again and again
 * until it gets the lock: either the call saw the flag, or one of the interruptions hits it.
 */
final class NativeCalls {
  private static final int INTERRUPT_EVERY_MILLIS = 20;

  /** A minute of them. */
  private static final int MOST_INTERRUPTIONS = 3000;

  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean cancelled;
  private volatile @Nullable Statement current;

  interface Call<T> {
    T run() throws SQLException;
  }

  <T> T call(String what, Statement statement, Call<T> call) {
    lock.lock();
    try {
      current = statement;
      if (cancelled) {
        throw DuckDbErrors.cancelled();
      }
      return call.run();
    } catch (SQLException e) {
      throw DuckDbErrors.failure(what, e);
    } finally {
      current = null;
      lock.unlock();
    }
  }

  void requireNotCancelled() {
    if (cancelled) {
      throw DuckDbErrors.cancelled();
    }
  }

  void cancel() {
    cancelled = true;
    boolean interrupted = false;
    try {
      for (int attempt = 0; attempt < MOST_INTERRUPTIONS; attempt++) {
        interrupt();
        try {
          if (lock.tryLock(INTERRUPT_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
            lock.unlock();
            return;
          }
        } catch (InterruptedException e) {
          // A cancel is not itself cancelled half way: the statement would run on unwatched.
          interrupted = true;
        }
      }
      throw DuckDbErrors.deaf();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void interrupt() {
    Statement running = current;
    if (running != null) {
      try {
        running.cancel();
      } catch (SQLException endedMeanwhile) {
        // Then there is nothing to interrupt.
      }
    }
  }
}
