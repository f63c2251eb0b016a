package dev.tidemill.spike.vertxdisconnect;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The work of the handlers: waits up to three seconds for something that never comes. */
record Waiting(Map<String, Attempt> attempts, Style style) implements Cancellable.Work {
  static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Buffer BIG_EVENT = Buffer.buffer("data: " + "x".repeat(64 * 1024) + "\n\n");

  enum Style {
    /** Says nothing until the work is done. */
    PLAIN,
    /** One event, then silence. */
    SSE_IDLE,
    /** Big events as fast as the client takes them. */
    SSE_FLOOD
  }

  @Override
  public void run(HttpServerRequest request, Buffer body) throws Exception {
    Attempt attempt = attempts.get(request.getParam("id"));
    HttpServerResponse response = request.response();
    try {
      if (style != Style.PLAIN) {
        response.setChunked(true).putHeader("content-type", "text/event-stream");
        await(response.write("data: hello\n\n"));
      }
      attempt.serverIsWaiting.complete(null);
      if (style == Style.SSE_FLOOD) {
        flood(response);
      } else {
        new CountDownLatch(1).await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      }
      attempt.outcome.complete(new Attempt.Outcome(false, System.nanoTime()));
      await(response.end("done\n"));
    } catch (InterruptedException e) {
      attempt.outcome.complete(new Attempt.Outcome(true, System.nanoTime()));
      throw e;
    } catch (Exception e) {
      // A write that fails because the connection is gone is noticing, too.
      attempt.outcome.complete(new Attempt.Outcome(true, System.nanoTime()));
    }
  }

  private static void flood(HttpServerResponse response) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      await(response.write(BIG_EVENT));
    }
  }

  /**
   * Interruptible, unlike a join: a thread stuck behind a slow reader must still be cancellable.
   */
  private static void await(Future<Void> future) throws Exception {
    future.toCompletionStage().toCompletableFuture().get();
  }
}
