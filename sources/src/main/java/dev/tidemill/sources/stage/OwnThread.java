package dev.tidemill.sources.stage;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Work in native code on a platform thread: on a virtual one it would hold its carrier, and two of
 * them would stop a worker's signs of life. The caller waits, and an interruption reaches it
 * whatever the work is doing.
 */
final class OwnThread {
  private static final long LOOK_EVERY_MILLIS = 500;
  private static final long END_SECONDS = 60;

  private OwnThread() {}

  static <T> T call(String name, Callable<T> work, Runnable cancel, Runnable meanwhile)
      throws InterruptedException {
    var task = new FutureTask<T>(work);
    Thread.ofPlatform().name(name).daemon().start(task);
    boolean ended = false;
    try {
      while (true) {
        try {
          T result = task.get(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
          ended = true;
          return result;
        } catch (TimeoutException e) {
          meanwhile.run();
        }
      }
    } catch (ExecutionException e) {
      ended = true;
      throw unchecked(e.getCause());
    } finally {
      if (!ended) {
        cancel.run();
        awaitEnd(task);
      }
    }
  }

  /** What the work holds must not be closed under it. */
  private static void awaitEnd(FutureTask<?> task) {
    boolean interrupted = Thread.interrupted();
    try {
      task.get(END_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      // It ended, which is all that was wanted.
    } catch (TimeoutException e) {
      throw Problem.of(CoreError.INTERNAL_ERROR, "work did not end when it was cancelled")
          .exception(e);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException unchecked(Throwable cause) throws InterruptedException {
    return switch (cause) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      case InterruptedException e -> throw e;
      default ->
          Problem.of(CoreError.INTERNAL_ERROR, "staging failed")
              .cause(cause.toString())
              .exception(cause);
    };
  }
}
