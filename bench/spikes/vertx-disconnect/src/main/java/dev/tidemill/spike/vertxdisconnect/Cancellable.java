package dev.tidemill.spike.vertxdisconnect;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/**
 * The recommended shape: the event loop reads the body, one virtual thread per request does the
 * work, and the event loop interrupts that thread when the client goes away.
 *
 * <p>The event loop must stay free, because it is the only one who sees the close. A thread is used
 * for one request only, so an interrupt that comes too late hits a finished thread and nobody else.
 */
record Cancellable(Work work) implements Handler<HttpServerRequest> {

  interface Work {
    void run(HttpServerRequest request, Buffer body) throws Exception;
  }

  @Override
  public void handle(HttpServerRequest request) {
    // Read the whole body first: a connection that is not being read does not see a close.
    request.body().onSuccess(body -> start(request, body));
  }

  private void start(HttpServerRequest request, Buffer body) {
    var response = request.response();
    Thread worker =
        Thread.ofVirtual().name("http " + request.path()).unstarted(() -> run(request, body));
    // No close can come between these two lines: both run in one event loop turn.
    response.closeHandler(gone -> worker.interrupt());
    worker.start();
  }

  private void run(HttpServerRequest request, Buffer body) {
    try {
      work.run(request, body);
    } catch (InterruptedException clientGone) {
      // Nobody is left to answer.
    } catch (Exception e) {
      if (!request.response().headWritten()) {
        request.response().setStatusCode(500).end(String.valueOf(e.getMessage()));
      }
    }
  }
}
