package dev.tidemill.jobs.http;

import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.permit.Permits;
import dev.tidemill.jobs.permit.RingCounts;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * {@link Permits} of a server, by long polls. The server counts a permit as used when it hands it
 * out: one whose answer gets lost on the way costs the time until the next heartbeat tells of due
 * work, as any lost hint does.
 */
public final class HttpPermits implements Permits {
  private static final String BASE = "/api/internal/worker/";

  /** How long one poll may last; the server allows no longer one. */
  private static final Duration POLL = Duration.ofSeconds(25);

  private static final Duration SLACK = Duration.ofSeconds(10);

  private final HttpCalls polls;
  private final HttpCalls rings;
  private final Map<Queue, PollLine> lines = new EnumMap<>(Queue.class);
  private final Map<Queue, RingLoop> bells = new EnumMap<>(Queue.class);

  public HttpPermits(ServerAddress server, ErrorCatalog codes, CallLimits limits, TimeSource time) {
    polls = new HttpCalls(server, codes, limits.connect(), POLL.plus(SLACK));
    rings = new HttpCalls(server, codes, limits.connect(), limits.liveness());
    for (Queue queue : Queue.values()) {
      lines.put(queue, new PollLine(time, POLL, wait -> poll(queue, wait), () -> ring(queue)));
      bells.put(queue, new RingLoop(queue, time, () -> call("ring", queue)));
    }
  }

  @Override
  public void ring(Queue queue) {
    bell(queue).ring();
  }

  @Override
  public Optional<Permit> take(Queue queue, Duration limit) throws InterruptedException {
    return line(queue).take(limit) ? Optional.of(new Hint(queue)) : Optional.empty();
  }

  @Override
  public void wake(Queue queue) {
    line(queue).wake();
  }

  @Override
  public void ping() {
    rings.post(BASE + "ping", Json.object(), Fields::names);
  }

  @Override
  public RingCounts counts(Queue queue) {
    return bell(queue).counts();
  }

  @Override
  public void close() {
    lines.values().forEach(PollLine::close);
    bells.values().forEach(RingLoop::close);
    polls.close();
    rings.close();
  }

  private boolean poll(Queue queue, Duration wait) {
    return polls.post(
        BASE + "permits",
        Json.object().put("queue", queue.word()).put("wait_ms", wait.toMillis()),
        answer -> answer.flag("granted"));
  }

  private void call(String call, Queue queue) {
    rings.post(BASE + call, Json.object().put("queue", queue.word()), Fields::names);
  }

  private PollLine line(Queue queue) {
    return Objects.requireNonNull(lines.get(queue));
  }

  private RingLoop bell(Queue queue) {
    return Objects.requireNonNull(bells.get(queue));
  }

  private final class Hint implements Permit {
    private final Queue queue;
    private final AtomicBoolean ended = new AtomicBoolean();

    Hint(Queue queue) {
      this.queue = queue;
    }

    @Override
    public Queue queue() {
      return queue;
    }

    @Override
    public void used() {
      ended.set(true);
    }

    @Override
    public void giveBack() {
      if (ended.compareAndSet(false, true)) {
        ring(queue);
      }
    }
  }
}
