package dev.tidemill.jobs.permit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.permit.Permits.Permit;
import dev.tidemill.testkit.PrivateServer;
import dev.tidemill.testkit.RealServer;
import dev.tidemill.testkit.TcpProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happens to the broker, permits flow again without a restart of the process. */
@Tag("J8")
class NatsOutageTest {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration SHORT = Duration.ofMillis(300);

  private Path data;
  private PrivateServer broker;
  private TestNats nats;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    data = folder;
    broker = PrivateServer.start(RealServer.NATS, "--store_dir", folder.toString());
    // Nobody looks by the clock: each fault must be noticed as it shows itself.
    nats = new TestNats(broker.url(), TestNats.ACK_WAIT, Duration.ofHours(1));
  }

  @AfterEach
  void stop() throws Exception {
    nats.close();
    broker.close();
  }

  @Test
  void a_process_may_start_before_the_broker() throws Exception {
    broker.stop();
    try (NatsPermits permits = nats.open(broker.url())) {
      permits.ring(Queue.EXEC);
      assertThat(permits.take(Queue.EXEC, SHORT)).isEmpty();
      assertThatThrownBy(permits::ping)
          .isInstanceOfSatisfying(
              TidemillException.class,
              e -> assertThat(e.code()).isEqualTo(JobsError.QUEUE_UNAVAILABLE));
      broker.restart();
      ringUntilHeard(permits, permits);
    }
  }

  @Test
  void permits_flow_after_a_crash_and_none_is_lost_that_the_broker_had() throws Exception {
    try (NatsPermits permits = nats.open()) {
      permits.ring(Queue.EXEC);
      Awaitility.await().atMost(LONG).until(() -> nats.held(Queue.EXEC) == 1);
      Taking taker = Taking.waiting(permits, Queue.STAGE, LONG);
      broker.kill();
      permits.ring(Queue.STAGE);
      broker.restart();
      assertThat(permits.take(Queue.EXEC, LONG)).isPresent();
      ringUntilDone(permits, Queue.STAGE, taker);
    }
  }

  @Test
  void permits_flow_after_the_broker_lost_its_data() throws Exception {
    try (NatsPermits permits = nats.open()) {
      Taking taker = Taking.waiting(permits, Queue.EXEC, LONG);
      broker.kill();
      empty(data);
      broker.restart();
      ringUntilDone(permits, Queue.EXEC, taker);
    }
  }

  @Test
  void a_deleted_stream_is_created_again_for_those_who_wait() throws Exception {
    try (NatsPermits permits = nats.open()) {
      Taking taker = Taking.waiting(permits, Queue.EXEC, LONG);
      Awaitility.await().atMost(LONG).until(() -> nats.pulls(Queue.EXEC) == 1);
      nats.management().deleteStream(nats.settings.stream());
      ringUntilDone(permits, Queue.EXEC, taker);
    }
  }

  @Test
  void a_deleted_stream_is_created_again_by_one_who_only_rings() throws Exception {
    try (NatsPermits permits = nats.open()) {
      nats.management().deleteStream(nats.settings.stream());
      Awaitility.await()
          .atMost(LONG)
          .until(
              () -> {
                permits.ring(Queue.EXEC);
                return permits.counts(Queue.EXEC).sent() > 0;
              });
      assertThat(nats.held(Queue.EXEC)).isPositive();
    }
  }

  @Test
  void a_deleted_consumer_is_created_again() throws Exception {
    try (NatsPermits permits = nats.open()) {
      Taking taker = Taking.waiting(permits, Queue.EXEC, LONG);
      Awaitility.await().atMost(LONG).until(() -> nats.pulls(Queue.EXEC) == 1);
      nats.management().deleteConsumer(nats.settings.stream(), nats.settings.consumer(Queue.EXEC));
      permits.ring(Queue.EXEC);
      assertThat(taker.answer()).isPresent();
    }
  }

  @Test
  void a_consumer_deleted_while_nobody_waits_is_created_again() throws Exception {
    try (NatsPermits permits = nats.open()) {
      nats.management().deleteConsumer(nats.settings.stream(), nats.settings.consumer(Queue.EXEC));
      permits.ring(Queue.EXEC);
      assertThat(permits.take(Queue.EXEC, LONG)).isPresent();
    }
  }

  @Test
  void the_permit_of_a_process_that_vanished_goes_to_another() throws Exception {
    try (TcpProxy network = TcpProxy.inFrontOf(broker.url());
        NatsPermits other = nats.open();
        NatsPermits vanishing = nats.open(network.url())) {
      TestNats.awaitAnswer(vanishing);
      other.ring(Queue.EXEC);
      Permit held = vanishing.take(Queue.EXEC, LONG).orElseThrow();
      network.blackhole();
      held.used();
      assertThat(other.take(Queue.EXEC, LONG)).isPresent();
    }
  }

  @Test
  void a_line_that_swallows_everything_is_given_up_and_replaced() throws Exception {
    try (TcpProxy network = TcpProxy.inFrontOf(broker.url());
        NatsPermits permits = nats.open(network.url())) {
      TestNats.awaitAnswer(permits);
      Taking taker = Taking.waiting(permits, Queue.EXEC, LONG);
      network.blackhole();
      Awaitility.await().atMost(LONG).until(() -> network.connections() == 0 || lost(permits));
      network.heal();
      ringUntilDone(permits, Queue.EXEC, taker);
    }
  }

  @Test
  void a_reset_line_is_replaced() throws Exception {
    try (TcpProxy network = TcpProxy.inFrontOf(broker.url());
        NatsPermits permits = nats.open(network.url())) {
      TestNats.awaitAnswer(permits);
      for (int i = 0; i < 5; i++) {
        Taking taker = Taking.waiting(permits, Queue.EXEC, LONG);
        network.cut();
        ringUntilDone(permits, Queue.EXEC, taker);
        TestNats.awaitAnswer(permits);
      }
    }
  }

  @Test
  void a_broker_that_hung_for_a_while_is_used_again() throws Exception {
    try (NatsPermits permits = nats.open()) {
      broker.pause();
      permits.ring(Queue.EXEC);
      assertThatThrownBy(permits::ping).hasMessageStartingWith("QUEUE_UNAVAILABLE");
      assertThat(permits.take(Queue.EXEC, SHORT)).isEmpty();
      broker.resume();
      ringUntilHeard(permits, permits);
    }
  }

  @Test
  void a_login_is_used_and_never_told() throws Exception {
    try (PrivateServer locked =
        PrivateServer.start(RealServer.NATS, "--user", "me", "--pass", "hunter2")) {
      String place = locked.url().substring("nats://".length());
      try (NatsPermits in = nats.open("nats://me:hunter2@" + place);
          NatsPermits out = nats.open("nats://me:hunter3@" + place)) {
        ringUntilHeard(in, in);
        assertThatThrownBy(out::ping)
            .hasMessageStartingWith("QUEUE_UNAVAILABLE")
            .hasMessageNotContaining("hunter");
      }
    }
  }

  @Test
  void closing_does_not_wait_for_a_broker_that_is_away() throws Exception {
    NatsPermits permits = nats.open();
    Taking taker = Taking.waiting(permits, Queue.EXEC, LONG);
    broker.kill();
    permits.close();
    assertThat(taker.answer()).isEmpty();
    NatsPermits never =
        NatsPermits.open(
            (QueueUrl.Nats) QueueUrl.parse(broker.url()), nats.settings, new SystemTime());
    never.close();
    assertThat(never.take(Queue.EXEC, LONG)).isEmpty();
  }

  private static boolean lost(Permits permits) {
    try {
      permits.ping();
      return false;
    } catch (TidemillException e) {
      return String.valueOf(e.problem().cause()).contains("no connection");
    }
  }

  /** As upkeep does: a ring may be dropped, the next is not. */
  private static void ringUntilHeard(Permits from, Permits to) {
    Awaitility.await()
        .atMost(LONG)
        .until(
            () -> {
              from.ring(Queue.EXEC);
              return to.take(Queue.EXEC, SHORT);
            },
            Optional::isPresent)
        .orElseThrow()
        .used();
  }

  private static void ringUntilDone(Permits permits, Queue queue, Taking taker) throws Exception {
    Awaitility.await()
        .atMost(LONG)
        .until(
            () -> {
              permits.ring(queue);
              return taker.isDone();
            });
    taker.answer().orElseThrow().used();
  }

  private static void empty(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(folder)) {
          Files.delete(file);
        }
      }
    }
  }
}
