package dev.tidemill.reconcile.match;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlSession;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Runs an engine's work on a thread of its own, because a thread inside native code hears no
 * interruption; the caller waits and hears it.
 */
final class Cancellable {
  private static final Duration LOOK = Duration.ofMinutes(1);

  private Cancellable() {}

  static <T> T call(SqlSession session, Callable<T> work) {
    var task = new FutureTask<T>(work);
    Thread thread = Thread.ofPlatform().name("reconcile-engine").daemon().start(task);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join(LOOK);
      } catch (InterruptedException e) {
        interrupted = true;
        session.cancel();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      if (task.state() != Future.State.SUCCESS) {
        throw Problem.of(SqlError.SQL_CANCELLED, "the run was interrupted; no evidence counts")
            .exception();
      }
    }
    return switch (task.state()) {
      case SUCCESS -> task.resultNow();
      case FAILED -> throw rethrown(task.exceptionNow());
      case RUNNING, CANCELLED -> throw new IllegalStateException("the work did not end");
    };
  }

  private static RuntimeException rethrown(Throwable failure) {
    return switch (failure) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      default -> new IllegalStateException(new ExecutionException(failure));
    };
  }
}
