package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.permit.Permits.Permit;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;

/** A taker on a thread of its own. */
public final class Taking {
  private final CompletableFuture<Optional<Permit>> answer = new CompletableFuture<>();
  private final Thread thread;

  private Taking(Permits permits, Queue queue, Duration limit) {
    thread =
        Thread.ofPlatform()
            .daemon()
            .name("taker")
            .start(
                () -> {
                  try {
                    answer.complete(permits.take(queue, limit));
                  } catch (Throwable e) {
                    answer.completeExceptionally(e);
                  }
                });
  }

  /** Begins to take and returns when the taker waits. */
  public static Taking waiting(Permits permits, Queue queue, Duration limit) {
    var taking = new Taking(permits, queue, limit);
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () ->
                taking.answer.isDone()
                    || taking.thread.getState() == Thread.State.WAITING
                    || taking.thread.getState() == Thread.State.TIMED_WAITING);
    return taking;
  }

  public void interrupt() {
    thread.interrupt();
  }

  public boolean isDone() {
    return answer.isDone();
  }

  public Optional<Permit> answer()
      throws InterruptedException, ExecutionException, TimeoutException {
    return answer.get(1, TimeUnit.MINUTES);
  }
}
