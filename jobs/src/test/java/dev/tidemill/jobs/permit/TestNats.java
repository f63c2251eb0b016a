package dev.tidemill.jobs.permit;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.SystemTime;
import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.StreamInfoOptions;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;

/** A stream of its own for one test, and a look at it from outside. */
final class TestNats implements AutoCloseable {
  static final int MOST = 8;
  static final Duration ACK_WAIT = Duration.ofSeconds(2);

  final NatsSettings settings;
  private final String server;
  private final Connection outside;

  TestNats(String server) throws Exception {
    this(server, ACK_WAIT, Duration.ofSeconds(2));
  }

  TestNats(String server, Duration ackWait, Duration review) throws Exception {
    this.server = server;
    String name = "test-" + UUID.randomUUID();
    settings = new NatsSettings(name, name, MOST, ackWait, Duration.ofMinutes(10), review, 1);
    outside =
        Nats.connect(
            Options.builder()
                .server(server)
                .maxReconnects(-1)
                .reconnectWait(Duration.ofMillis(100))
                .build());
  }

  /** Opens as another process would, and waits for the broker. */
  NatsPermits open() {
    NatsPermits permits = open(server);
    awaitAnswer(permits);
    return permits;
  }

  NatsPermits open(String url) {
    return NatsPermits.open((QueueUrl.Nats) QueueUrl.parse(url), settings, new SystemTime());
  }

  static void awaitAnswer(Permits permits) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .ignoreException(TidemillException.class)
        .until(
            () -> {
              permits.ping();
              return true;
            });
  }

  JetStreamManagement management() throws Exception {
    return outside.jetStreamManagement();
  }

  Connection outside() {
    return outside;
  }

  /** How many permits of a queue the broker holds, handed out or not. */
  long held(Queue queue) throws Exception {
    var options = StreamInfoOptions.filterSubjects(settings.subject(queue));
    return management()
        .getStreamInfo(settings.stream(), options)
        .getStreamState()
        .getSubjects()
        .stream()
        .mapToLong(subject -> subject.getCount())
        .sum();
  }

  /** How many permits are handed out and neither used nor given back. */
  long handedOut(Queue queue) throws Exception {
    return management()
        .getConsumerInfo(settings.stream(), settings.consumer(queue))
        .getNumAckPending();
  }

  /** How many takers wait at the broker. */
  long pulls(Queue queue) throws Exception {
    return management()
        .getConsumerInfo(settings.stream(), settings.consumer(queue))
        .getNumWaiting();
  }

  @Override
  public void close() throws Exception {
    outside.close();
  }
}
