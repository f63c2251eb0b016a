package dev.tidemill.jobs.permit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NotifyPermitsTest extends PermitsContract {
  private static final PostgresDatabase database = Servers.newPostgresDatabase();

  @AfterAll
  static void drop() {
    database.close();
  }

  @Override
  protected Permits open() throws Exception {
    var opened = new NotifyPermits(StoreUrl.parse(database.url()), new SystemTime());
    // Who begins to listen gets a permit of each queue.
    opened.take(Queue.STAGE, LONG).orElseThrow().used();
    opened.take(Queue.EXEC, LONG).orElseThrow().used();
    return opened;
  }

  @Test
  void a_ring_is_heard_by_all_who_listen() throws Exception {
    try (Permits other = open()) {
      permits.ring(Queue.EXEC);
      assertThat(permits.take(Queue.EXEC, LONG)).isPresent();
      assertThat(other.take(Queue.EXEC, LONG)).isPresent();
    }
  }

  @Test
  void one_who_only_rings_does_not_listen() throws Exception {
    permits.close();
    try (var server = new NotifyPermits(StoreUrl.parse(database.url()), new SystemTime())) {
      server.ring(Queue.EXEC);
      awaitSent(server, 1);
      Awaitility.await().atMost(LONG).until(() -> sessions("tidemill-listen") == 0);
    }
  }

  /** The pool looks around twice a minute. */
  @Test
  @Tag("deep")
  void the_sending_connection_is_not_kept() throws Exception {
    permits.ring(Queue.EXEC);
    awaitSent(permits, 1);
    assertThat(sessions("tidemill-notify")).isEqualTo(1);
    Awaitility.await().atMost(LONG).until(() -> sessions("tidemill-notify") == 0);
  }

  @Test
  void an_idle_listener_sends_no_statements() throws Exception {
    String before = lastStatement();
    assertThat(permits.take(Queue.EXEC, Duration.ofSeconds(3))).isEmpty();
    assertThat(lastStatement()).isEqualTo(before);
    permits.wake(Queue.EXEC);
    Awaitility.await().atMost(LONG).until(() -> !lastStatement().equals(before));
  }

  @Test
  void a_million_rings_are_a_handful_of_notifications() throws Exception {
    for (int i = 0; i < 1_000_000; i++) {
      permits.ring(Queue.EXEC);
    }
    awaitSent(permits, 1);
    assertThat(permits.counts(Queue.EXEC).sent()).isLessThan(5_000);
    assertThat(permits.take(Queue.EXEC, LONG)).isPresent();
  }

  private static void awaitSent(Permits permits, long least) {
    Awaitility.await().atMost(LONG).until(() -> permits.counts(Queue.EXEC).sent() >= least);
  }

  private static long sessions(String application) throws Exception {
    return Long.parseLong(
        ask(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND application_name = '"
                + application
                + "'"));
  }

  /** When the listening session last sent anything. */
  private static String lastStatement() throws Exception {
    return ask(
        "SELECT max(state_change) FROM pg_stat_activity WHERE datname = current_database()"
            + " AND application_name = 'tidemill-listen'");
  }

  private static String ask(String query) throws Exception {
    try (Connection connection = database.connect();
        Statement sql = connection.createStatement();
        ResultSet row = sql.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }
}
