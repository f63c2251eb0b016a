package dev.tidemill.jobs.permit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.testkit.PrivateServer;
import dev.tidemill.testkit.RealServer;
import dev.tidemill.testkit.TcpProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever happens to the listening line, hints flow again without a restart of the process. */
@Tag("J8")
class NotifyOutageTest {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final PrivateServer server = PrivateServer.start(RealServer.POSTGRES);

  private final TcpProxy network = TcpProxy.inFrontOf(server.url());
  private final Permits permits = open(network.url());
  private final Permits other = open(server.url());

  private static Permits open(String url) {
    return new NotifyPermits(StoreUrl.parse(url), new SystemTime());
  }

  @AfterEach
  void close() {
    permits.close();
    other.close();
    network.close();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void a_terminated_listener_listens_again_and_looks_for_what_it_missed() throws Exception {
    listen();
    terminateListeners();
    // The one permit for what was missed, without any ring.
    assertThat(permits.take(Queue.EXEC, LONG)).isPresent();
    assertThat(permits.take(Queue.STAGE, LONG)).isPresent();
    hear();
  }

  @Test
  void a_restarted_database_is_listened_to_again() throws Exception {
    listen();
    server.kill();
    permits.ring(Queue.EXEC);
    assertThatThrownBy(permits::ping)
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).isEqualTo(JobsError.QUEUE_UNAVAILABLE));
    server.restart();
    assertThat(permits.take(Queue.EXEC, LONG)).isPresent();
    hear();
  }

  @Test
  void a_process_may_start_before_the_database() throws Exception {
    server.stop();
    permits.ring(Queue.EXEC);
    assertThat(permits.take(Queue.EXEC, SHORT)).isEmpty();
    server.restart();
    assertThat(permits.take(Queue.EXEC, LONG)).isPresent();
    hear();
  }

  @Test
  void a_line_that_swallows_everything_is_noticed_when_its_owner_is_woken() throws Exception {
    listen();
    network.blackhole();
    other.ring(Queue.EXEC);
    assertThat(permits.take(Queue.EXEC, SHORT)).isEmpty();
    // As a worker does whose heartbeat told it of due work, until it has a line again.
    Awaitility.await()
        .atMost(LONG)
        .until(
            () -> {
              permits.wake(Queue.EXEC);
              return network.connections() != 1;
            });
    network.heal();
    assertThat(untilTaken()).isPresent();
    hear();
  }

  @Test
  void closing_does_not_wait_for_a_database_that_is_away() throws Exception {
    listen();
    Taking taker = Taking.waiting(permits, Queue.EXEC, LONG);
    network.blackhole();
    permits.close();
    assertThat(taker.answer()).isEmpty();
  }

  /** Both permits that one gets who begins to listen. */
  private void listen() throws InterruptedException {
    permits.take(Queue.EXEC, LONG).orElseThrow().used();
    permits.take(Queue.STAGE, LONG).orElseThrow().used();
  }

  private void hear() {
    Awaitility.await()
        .atMost(LONG)
        .until(
            () -> {
              other.ring(Queue.EXEC);
              return permits.take(Queue.EXEC, SHORT);
            },
            Optional::isPresent);
  }

  private Optional<Permits.Permit> untilTaken() {
    return Awaitility.await()
        .atMost(LONG)
        .until(() -> permits.take(Queue.EXEC, LONG), Optional::isPresent);
  }

  private static void terminateListeners() throws Exception {
    StoreUrl url = StoreUrl.parse(server.url());
    try (Connection control = DriverManager.getConnection(url.jdbc(), url.user(), url.password());
        Statement sql = control.createStatement()) {
      sql.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE application_name = 'tidemill-listen'");
    }
  }
}
