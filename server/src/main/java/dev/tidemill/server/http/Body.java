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

/**
 * Reads the body of one request, and no more of it than the route allows. One that is announced to
 * be no longer than a head may be is taken in with the head, on the event loop: asking for it later
 * would cost a small request two more changes of threads.
 */
final class Body {
  /** As much as the head of a request may take anyway. */
  private static final int SMALL = HttpService.LONGEST_HEAD;

  private final HttpServerRequest request;
  private final Context context;
  private final Route route;
  private final long most;
  private final CompletableFuture<Buffer> whole = new CompletableFuture<>();
  private final Buffer read = Buffer.buffer();
  private Runnable whenWhole = () -> {};
  private boolean begun;

  Body(HttpServerRequest request, Context context, Route route) {
    this.request = request;
    this.context = context;
    this.route = route;
    this.most = route.requestSchema() == null ? 0 : route.limits().body().bytes();
  }

  /**
   * On the event loop: takes it in at once if it is small.
   *
   * @param then run there when all of it has come
   */
  boolean takeIfSmall(Runnable then) {
    boolean small = isSmall();
    if (small) {
      whenWhole = then;
      start();
    }
    return small;
  }

  /** Has all of it come? */
  boolean isWhole() {
    return whole.isDone();
  }

  private boolean isSmall() {
    if (request.getHeader("transfer-encoding") != null || request.getHeader("expect") != null) {
      return false;
    }
    String announced = request.getHeader("content-length");
    // What is longer than nine digits is not small either.
    return announced == null
        || (announced.length() < 10 && Long.parseLong(announced) <= Math.min(SMALL, most));
  }

  /** Waits for all of it; the caller's thread is interrupted when that takes too long. */
  ByteBuffer await(Duration backstop) throws InterruptedException, TimeoutException {
    String announced = request.getHeader("content-length");
    if (announced != null && Long.parseLong(announced) > most) {
      throw tooLarge();
    }
    if (!isWhole()) {
      context.runOnContext(go -> start());
    }
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
    if (begun) {
      return;
    }
    begun = true;
    request.handler(this::piece);
    request.endHandler(
        end -> {
          whole.complete(read);
          whenWhole.run();
        });
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
