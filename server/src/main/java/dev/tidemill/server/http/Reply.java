package dev.tidemill.server.http;

import dev.tidemill.core.time.TimeSource;
import dev.tidemill.server.route.Answer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts an answer on the wire. The caller sees to it that there is only one. */
record Reply(
    HttpServerRequest request, Context context, Duration writeTime, BooleanSupplier stopping) {
  private static final long MOST_DROPPED = 8L << 20;

  /** Not worth a thread that waits. */
  private static final int SMALL = 64 * 1024;

  private static final Duration LINGER = Duration.ofSeconds(2);

  /**
   * Returns when the client's machine has it; fails when that takes too long. A small answer is not
   * waited for as long as the one before has gone: if nobody takes it, it ends with the connection,
   * which is idle from now on.
   *
   * @param broken told of a small answer that could not be written
   */
  void send(Answer answer, Consumer<Throwable> broken) throws Exception {
    switch (answer) {
      case Answer.Full full when full.body().remaining() <= SMALL && hasRoom() ->
          onEventLoop(() -> full(full), written -> {}, broken);
      case Answer.Full full -> await(() -> full(full));
      case Answer.Streamed streamed -> stream(streamed);
    }
  }

  private boolean hasRoom() {
    return !request.response().writeQueueFull();
  }

  /**
   * Answers a request that has not been read to its end, without waiting. Where a body is on its
   * way the connection cannot be used again; but closing it at once would throw the answer away at
   * a client that is still sending. So what comes is dropped for a moment before the close.
   */
  void refuse(Answer.Full answer, TimeSource time) {
    if (request.isEnded() || !hasBody()) {
      context.runOnContext(
          go -> {
            request.resume();
            full(answer);
          });
    } else {
      last(answer, time);
    }
  }

  /** Answers and then closes the connection. */
  void last(Answer.Full answer, TimeSource time) {
    context.runOnContext(
        go -> {
          full(answer.header("connection", "close"));
          dropTheRest(time);
        });
  }

  private boolean hasBody() {
    String length = request.getHeader("content-length");
    return request.getHeader("transfer-encoding") != null
        || (length != null && !length.equals("0"));
  }

  private void dropTheRest(TimeSource time) {
    HttpConnection connection = request.connection();
    var dropped = new AtomicLong();
    request.handler(
        piece -> {
          if (dropped.addAndGet(piece.length()) > MOST_DROPPED) {
            connection.close();
          }
        });
    request.endHandler(end -> connection.close());
    time.schedule(LINGER, connection::close);
    request.resume();
  }

  private Future<Void> full(Answer.Full answer) {
    HttpServerResponse response = head(answer);
    response.putHeader("content-length", String.valueOf(answer.body().remaining()));
    return request.method().equals(HttpMethod.HEAD)
        ? response.end()
        : response.end(Buffer.buffer(bytes(answer.body())));
  }

  private void stream(Answer.Streamed answer) throws Exception {
    HttpServerResponse response = request.response();
    if (request.method().equals(HttpMethod.HEAD)) {
      await(() -> head(answer).setChunked(true).end());
      return;
    }
    // The head goes out first: a client of a quiet stream must see that it is connected.
    await(() -> head(answer).setChunked(true).writeHead());
    answer.writer().write(new Pieces());
    await(response::end);
  }

  private HttpServerResponse head(Answer answer) {
    HttpServerResponse response = request.response();
    response.setStatusCode(answer.status());
    response.putHeader("content-type", answer.contentType());
    response.putHeader("cache-control", "no-store");
    response.putHeader("x-content-type-options", "nosniff");
    answer.headers().forEach(response::putHeader);
    return response;
  }

  /** Waited for here, so that a client that reads slowly slows the writer down. */
  private void await(Supplier<Future<Void>> write) throws Exception {
    var written = new CompletableFuture<@Nullable Void>();
    onEventLoop(write, written::complete, written::completeExceptionally);
    written.get(writeTime.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** There, since the library minds other threads once a connection is closed. */
  private void onEventLoop(
      Supplier<Future<Void>> write, Handler<Void> written, Consumer<Throwable> broken) {
    context.runOnContext(
        go -> {
          try {
            write.get().onComplete(written, broken::accept);
          } catch (RuntimeException | Error e) {
            broken.accept(e);
          }
        });
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private final class Pieces implements Answer.Sink {
    @Override
    public void write(ByteBuffer piece) throws Exception {
      Buffer bytes = Buffer.buffer(bytes(piece));
      await(() -> request.response().write(bytes));
    }

    @Override
    public boolean stopping() {
      return stopping.getAsBoolean();
    }
  }
}
