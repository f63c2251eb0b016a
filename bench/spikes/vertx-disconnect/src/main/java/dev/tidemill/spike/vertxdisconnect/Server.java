package dev.tidemill.spike.vertxdisconnect;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** One server on a port of its own per way of writing a handler. */
final class Server implements AutoCloseable {
  final Map<String, Attempt> attempts = new ConcurrentHashMap<>();
  private final Vertx vertx = Vertx.vertx();

  /** Handlers as recommended. */
  int recommended(Waiting.Style style) {
    return listen(new Cancellable(new Waiting(attempts, style)));
  }

  /** Like the recommended one, but the virtual thread starts while the body lies unread. */
  int bodyLeftUnread() {
    var work = new Waiting(attempts, Waiting.Style.PLAIN);
    return listen(
        request -> {
          request.pause();
          Thread worker = Thread.ofVirtual().unstarted(() -> runQuietly(work, request));
          request.response().closeHandler(gone -> worker.interrupt());
          worker.start();
        });
  }

  /** Vert.x' own virtual-thread verticle; its handler blocks on something that is no Future. */
  int virtualThreadVerticle() {
    var work = new Waiting(attempts, Waiting.Style.PLAIN);
    var port = new AtomicInteger();
    var verticle =
        new AbstractVerticle() {
          @Override
          public void start() throws Exception {
            port.set(
                bind(
                        vertx,
                        request -> {
                          Thread worker = Thread.currentThread();
                          request.response().closeHandler(gone -> worker.interrupt());
                          runQuietly(work, request);
                        })
                    .await()
                    .actualPort());
          }
        };
    var options = new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD);
    join(vertx.deployVerticle(verticle, options));
    return port.get();
  }

  private int listen(Handler<HttpServerRequest> handler) {
    return join(bind(vertx, handler)).actualPort();
  }

  private static Future<HttpServer> bind(Vertx vertx, Handler<HttpServerRequest> handler) {
    var options = new HttpServerOptions().setHost("127.0.0.1").setPort(0);
    return vertx.createHttpServer(options).requestHandler(handler).listen();
  }

  private static void runQuietly(Waiting work, HttpServerRequest request) {
    try {
      work.run(request, Buffer.buffer());
    } catch (Exception clientGone) {
      // The attempt has recorded it.
    }
  }

  private static <T> T join(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  @Override
  public void close() throws Exception {
    try {
      vertx.close().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      // Seen with the verticle: its blocked thread waits for a write whose completion is queued
      // behind itself, and close() waits for that thread.
      System.out.println("vertx.close() did not end within 5 s");
    }
  }
}
