package dev.tidemill.server.http;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.server.ServerError;
import dev.tidemill.server.access.Gate;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Match;
import dev.tidemill.server.route.RouteTable;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Takes requests from the event loop and begins an {@link Exchange} for each. */
final class Edge {
  private final HttpSettings settings;
  private final RouteTable table;
  private final Gate gate;
  private final TimeSource time;
  private final Connections connections;
  private final Set<Thread> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean stopping;

  Edge(HttpSettings settings, RouteTable table, Gate gate, TimeSource time) {
    this.settings = settings;
    this.table = table;
    this.gate = gate;
    this.time = time;
    this.connections = new Connections(settings, time);
  }

  HttpSettings settings() {
    return settings;
  }

  Gate gate() {
    return gate;
  }

  TimeSource time() {
    return time;
  }

  Connections connections() {
    return connections;
  }

  boolean stopping() {
    return stopping;
  }

  Set<Thread> underWay() {
    return underWay;
  }

  /** From now on no request is begun. */
  void stop() {
    stopping = true;
  }

  /** On the event loop. */
  void handle(HttpServerRequest request, Context context) {
    connections.busy(request.connection());
    // Only a small body is read before it is known who sends it.
    request.pause();
    try {
      refuseWhenFull();
      Target target = Target.parse(request.path() == null ? "" : request.path(), request.query());
      Match.Found match = Dispatch.find(table, request.method(), target);
      var exchange = new Exchange(request, context, match, target, this);
      underWay.add(exchange.thread());
      exchange.begin();
    } catch (Dispatch.NotAllowed e) {
      refuse(request, context, Failures.answer(e.problem()).header("allow", e.allow()));
    } catch (TidemillException e) {
      refuse(request, context, Failures.answer(e.problem()));
    } catch (RuntimeException e) {
      refuse(request, context, Failures.answer(e, "a request"));
    }
  }

  /** On the event loop: what came is not HTTP, or its head is too long. */
  void invalid(HttpServerRequest request, Context context) {
    connections.busy(request.connection());
    Problem problem =
        Problem.of(ServerError.BAD_REQUEST, "the request cannot be read")
            .cause("it is not HTTP/1.1, or its first line or its headers are too long");
    reply(request, context).last(Failures.answer(problem), time);
    connections.idle(request.connection());
  }

  void ended(Exchange exchange) {
    underWay.remove(exchange.thread());
    connections.idle(exchange.request().connection());
  }

  Reply reply(HttpServerRequest request, Context context) {
    return new Reply(request, context, settings.writeTime(), this::stopping);
  }

  private void refuse(HttpServerRequest request, Context context, Answer.Full answer) {
    reply(request, context).refuse(answer, time);
    connections.idle(request.connection());
  }

  private void refuseWhenFull() {
    if (stopping) {
      throw Problem.of(CoreError.UNAVAILABLE, "the server is stopping")
          .next("try again soon")
          .exception();
    }
    if (underWay.size() >= settings.maxRequests()) {
      throw Problem.of(ServerError.TOO_BUSY, "too many requests are under way")
          .cause("%d are, and more are not begun".formatted(underWay.size()))
          .next("try again in a few seconds")
          .exception();
    }
  }
}
