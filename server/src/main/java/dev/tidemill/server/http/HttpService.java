package dev.tidemill.server.http;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.server.ServerError;
import dev.tidemill.server.access.Access;
import dev.tidemill.server.access.Gate;
import dev.tidemill.server.route.RouteTable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves a table of routes on one port. */
public final class HttpService extends BaseService {
  private static final Logger log = LoggerFactory.getLogger(HttpService.class);
  static final int LONGEST_HEAD = 16 * 1024;
  private static final Duration LIBRARY_LIMIT = Duration.ofSeconds(30);

  private final HttpSettings settings;
  private final RouteTable table;
  private final Access access;
  private final TimeSource time;
  private volatile @Nullable Running running;

  private record Running(Vertx vertx, HttpServer server, Edge edge) {}

  public HttpService(HttpSettings settings, RouteTable table, Access access, TimeSource time) {
    super("http");
    this.settings = settings;
    this.table = table;
    this.access = access;
    this.time = time;
  }

  /** The port it listens on. */
  public int port() {
    Running now = running;
    if (now == null) {
      throw new IllegalStateException("the server does not run");
    }
    return now.server.actualPort();
  }

  /** Requests that are being worked on. */
  public int underWay() {
    Running now = running;
    return now == null ? 0 : now.edge.underWay().size();
  }

  @Override
  protected void open() {
    Vertx vertx = Vertx.vertx(options());
    try {
      var edge = new Edge(settings, table, new Gate(access), time);
      HttpServer server = server(vertx, edge);
      await(server.listen());
      running = new Running(vertx, server, edge);
    } catch (ExecutionException | TimeoutException e) {
      close(vertx);
      Throwable why = e.getCause() == null ? e : e.getCause();
      throw Problem.of(
              ServerError.CANNOT_LISTEN,
              "cannot listen on %s port %d".formatted(settings.host(), settings.port()))
          .field("http_port")
          .cause(String.valueOf(why.getMessage()))
          .next("stop what listens there, or choose another port; 0 picks a free one")
          .exception(e);
    } catch (RuntimeException | Error e) {
      close(vertx);
      throw e;
    }
  }

  @Override
  protected void close() {
    Running now = running;
    running = null;
    if (now == null) {
      return;
    }
    now.edge.stop();
    try {
      // The library stops listening at once, waits for what is under way and then cuts it off.
      await(now.server.shutdown(settings.stopTime()));
    } catch (ExecutionException | TimeoutException e) {
      log.warn("The HTTP server did not end its connections", e);
    }
    now.edge.underWay().forEach(Thread::interrupt);
    close(now.vertx);
  }

  private HttpServer server(Vertx vertx, Edge edge) {
    var options =
        new HttpServerOptions()
            .setHost(settings.host())
            .setPort(settings.port())
            .setMaxInitialLineLength(LONGEST_HEAD)
            .setMaxHeaderSize(LONGEST_HEAD)
            // What was measured and tested is HTTP/1.1.
            .setHttp2ClearTextEnabled(false);
    return vertx
        .createHttpServer(options)
        .connectionHandler(edge.connections()::opened)
        .invalidRequestHandler(request -> edge.invalid(request, vertx.getOrCreateContext()))
        .exceptionHandler(e -> log.debug("A connection failed", e))
        .requestHandler(request -> edge.handle(request, vertx.getOrCreateContext()));
  }

  private static VertxOptions options() {
    return new VertxOptions()
        .setEventLoopPoolSize(2)
        .setWorkerPoolSize(1)
        .setInternalBlockingPoolSize(2)
        .setFileSystemOptions(
            new FileSystemOptions()
                .setClassPathResolvingEnabled(false)
                .setFileCachingEnabled(false));
  }

  private void close(Vertx vertx) {
    try {
      await(vertx.close());
    } catch (ExecutionException | TimeoutException e) {
      log.warn("The HTTP library did not end", e);
    }
  }

  private <T> T await(Future<T> future) throws ExecutionException, TimeoutException {
    Duration limit = LIBRARY_LIMIT.plus(settings.stopTime());
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future
              .toCompletionStage()
              .toCompletableFuture()
              .get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          // An interrupted caller still leaves the server stopped, or listening, not in between.
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
