package dev.tidemill.jobs.permit;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.permit.Bell.Struck;
import dev.tidemill.jobs.permit.NatsLine.Finding;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.support.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Permits in a JetStream work queue: each goes to one process. The broker itself bounds how many
 * there are. Opens without waiting for the broker.
 */
public final class NatsPermits implements Permits {
  /** At most about 1,000 messages a second of one process and queue. */
  private static final Duration REST = Duration.ofMillis(1);

  /** What the broker answers when the subject is full: there are permits enough. */
  private static final int FULL = 10077;

  private final QueueUrl.Nats url;
  private final NatsSettings settings;
  private final NatsStream stream;
  private final NatsLine line;
  private final PerQueue<NatsDesk> desks;
  private final PerQueue<Bell> bells;

  private NatsPermits(QueueUrl.Nats url, NatsSettings settings, TimeSource time) {
    this.url = url;
    this.settings = settings;
    this.stream = new NatsStream(settings, NatsOptions.REQUESTS);
    this.line =
        new NatsLine(
            NatsOptions.of(url, this::pullStatus),
            url.toString(),
            stream,
            settings.review(),
            time,
            this::found);
    this.desks = new PerQueue<>(queue -> new NatsDesk(queue, settings, line, time));
    this.bells =
        new PerQueue<>(queue -> new Bell("ring-" + queue.word(), REST, time, () -> publish(queue)));
  }

  public static NatsPermits open(QueueUrl.Nats url, NatsSettings settings, TimeSource time) {
    var permits = new NatsPermits(url, settings, time);
    permits.line.start();
    return permits;
  }

  @Override
  public void ring(Queue queue) {
    bells.of(queue).ring();
  }

  @Override
  public Optional<Permit> take(Queue queue, Duration limit) throws InterruptedException {
    return desks.of(queue).take(limit);
  }

  @Override
  public void wake(Queue queue) {
    desks.of(queue).wake();
  }

  @Override
  public void ping() {
    Finding found = line.finding();
    if (found == null) {
      throw unavailable("there is no connection with a stream").exception();
    }
    try {
      stream.ping(found.connection);
    } catch (IOException | JetStreamApiException | RuntimeException e) {
      throw unavailable(String.valueOf(e.getMessage())).exception(e);
    }
  }

  @Override
  public RingCounts counts(Queue queue) {
    return bells.of(queue).counts();
  }

  @Override
  public void close() {
    bells.forEach(Bell::close);
    desks.forEach(NatsDesk::close);
    line.close();
  }

  private Struck publish(Queue queue) {
    Finding found = line.finding();
    if (found == null) {
      return Struck.DROPPED;
    }
    try {
      found
          .connection
          .jetStream(NatsOptions.REQUESTS)
          .publish(settings.subject(queue), new byte[0]);
      line.proven();
      return Struck.SENT;
    } catch (JetStreamApiException e) {
      return e.getApiErrorCode() == FULL ? Struck.SPARE : Struck.DROPPED;
    } catch (IOException | RuntimeException e) {
      // Nobody answered for the subject: the stream may be gone.
      line.doubt(found);
      return Struck.DROPPED;
    }
  }

  private void pullStatus(JetStreamSubscription from, Status status) {
    desks.forEach(desk -> desk.status(from, status));
  }

  private void found() {
    desks.forEach(NatsDesk::nudge);
    bells.forEach(Bell::ringAgainIfDropped);
  }

  private Problem unavailable(String why) {
    return Problem.of(JobsError.QUEUE_UNAVAILABLE, "the queue does not answer: " + url)
        .cause(why)
        .next("check that NATS runs with JetStream and that `queue` names it; no work is lost");
  }
}
