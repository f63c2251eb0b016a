package dev.tidemill.server.http;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.server.ServerError;
import dev.tidemill.server.route.Route;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads the body of one request, and no more of it than the route allows. */
final class Body {
  private final HttpServerRequest request;
  private final Context context;
  private final Route route;
  private final long most;
  private final CompletableFuture<Buffer> whole = new CompletableFuture<>();
  private final Buffer read = Buffer.buffer();

  Body(HttpServerRequest request, Context context, Route route) {
    this.request = request;
    this.context = context;
    this.route = route;
    this.most = route.requestSchema() == null ? 0 : route.limits().body().bytes();
  }

  /** Waits for all of it; the caller's thread is interrupted when that takes too long. */
  ByteBuffer await(Duration backstop) throws InterruptedException, TimeoutException {
    String announced = request.getHeader("content-length");
    if (announced != null && Long.parseLong(announced) > most) {
      throw tooLarge();
    }
    context.runOnContext(go -> start());
    try {
      return ByteBuffer.wrap(whole.get(backstop.toMillis(), TimeUnit.MILLISECONDS).getBytes());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TidemillException problem) {
        throw problem;
      }
      throw new InterruptedException("the client went away while it sent its request");
    }
  }

  void failed(Throwable why) {
    whole.completeExceptionally(why);
  }

  private void start() {
    request.handler(this::piece);
    request.endHandler(end -> whole.complete(read));
    if ("100-continue".equalsIgnoreCase(request.getHeader("expect"))) {
      request.response().writeContinue();
    }
    request.resume();
  }

  private void piece(Buffer piece) {
    if (read.length() + piece.length() > most) {
      request.pause();
      failed(tooLarge());
    } else {
      read.appendBuffer(piece);
    }
  }

  private TidemillException tooLarge() {
    return most == 0
        ? Problem.of(ServerError.BODY_TOO_LARGE, route.name() + " takes no body")
            .next("send the request without one")
            .exception()
        : Problem.of(
                ServerError.BODY_TOO_LARGE,
                "%s takes a body of at most %s".formatted(route.name(), new DataSize(most)))
            .next("send less at a time")
            .exception();
  }
}
