package dev.tidemill.server.worker;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.permit.Permits;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Role;
import dev.tidemill.server.route.Route;
import dev.tidemill.server.route.RouteDraft;
import dev.tidemill.server.route.Schema;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Hints for workers that reach no broker: long polls that end when there may be work.
 *
 * <p>The workers of one queue stand in line, and the first of them waits for the next permit. A
 * permit counts as used when it is told; one whose worker has left by then is given back. The
 * {@link Permits} must be this line's own: they have one taker per queue.
 */
public final class PermitRoutes {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final Duration SLACK = Duration.ofSeconds(10);

  private final Permits permits;
  private final TimeSource time;
  private final Map<Queue, Semaphore> lines = new EnumMap<>(Queue.class);

  public PermitRoutes(Permits permits, TimeSource time) {
    this.permits = permits;
    this.time = time;
    for (Queue queue : Queue.values()) {
      lines.put(queue, new Semaphore(1, true));
    }
  }

  public List<Route> routes() {
    return List.of(
        route("permits", "Wait until there may be work in a queue")
            .time(LONGEST_WAIT.plus(SLACK))
            .takes(Schema.object("queue! string", "wait_ms! integer"))
            .answers(Schema.object("granted boolean"))
            .by(
                request -> {
                  Fields call = request.json();
                  Queue queue = call.word("queue", Queue.class);
                  var wait = Duration.ofMillis(call.number("wait_ms", 0, LONGEST_WAIT.toMillis()));
                  return Answer.json(Json.object().put("granted", granted(queue, wait)));
                }),
        route("ring", "Tell that there may be work in a queue")
            .takes(Schema.object("queue! string"))
            .by(
                request -> {
                  permits.ring(request.json().word("queue", Queue.class));
                  return Answer.json(Json.object());
                }),
        route("ping", "Answers when whoever keeps the permits does")
            .takes(Schema.object())
            .by(
                request -> {
                  permits.ping();
                  return Answer.json(Json.object());
                }));
  }

  private boolean granted(Queue queue, Duration wait) throws InterruptedException {
    Duration end = time.monotonic().plus(wait);
    Semaphore line = Objects.requireNonNull(lines.get(queue));
    if (!line.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS)) {
      return false;
    }
    try {
      Duration left = end.minus(time.monotonic());
      Optional<Permits.Permit> permit =
          permits.take(queue, left.isNegative() ? Duration.ZERO : left);
      permit.ifPresent(Permits.Permit::used);
      return permit.isPresent();
    } finally {
      line.release();
    }
  }

  private static RouteDraft route(String call, String summary) {
    return Route.post("/api/internal/worker/" + call).summary(summary).role(Role.WORKER);
  }
}
