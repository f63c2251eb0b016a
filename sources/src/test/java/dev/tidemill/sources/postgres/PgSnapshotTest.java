package dev.tidemill.sources.postgres;

import static dev.tidemill.sources.postgres.PgFixture.CONNECTOR;
import static dev.tidemill.sources.postgres.PgFixture.all;
import static dev.tidemill.sources.postgres.PgFixture.drain;
import static dev.tidemill.sources.postgres.PgFixture.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceSession;
import dev.tidemill.sources.SourceUri;
import dev.tidemill.sources.proof.RowHash;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.PrivateServer;
import dev.tidemill.testkit.RealServer;
import dev.tidemill.testkit.Servers;
import dev.tidemill.testkit.TcpProxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One moment for all chunks, or none. */
@Tag("R7")
class PgSnapshotTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final long TOTAL = 20_000L * 100;

  private final PostgresDatabase database = Servers.newPostgresDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void chunks_read_while_rows_move_come_and_go_are_of_one_moment() throws Exception {
    accounts(database);
    var stop = new AtomicBoolean();
    var transfers = new AtomicInteger();
    Thread writer = Thread.ofPlatform().name("writer").start(() -> transfer(stop, transfers));
    try {
      await().atMost(LONG).until(() -> transfers.get() > 20);
      for (int round = 0; round < 3; round++) {
        try (var session = CONNECTOR.open(all(database, "accounts"))) {
          var whole = new SumOf(1);
          drain(session.read(new Chunk.Whole()), whole);
          var parts = new SumOf(1);
          var hash = new RowHash();
          for (Chunk chunk : session.plan(6)) {
            int before = transfers.get();
            await().atMost(LONG).until(() -> transfers.get() > before + 3);
            drain(CONNECTOR.read(all(database, "accounts"), session.snapshot(), chunk), parts);
            drain(CONNECTOR.read(all(database, "accounts"), session.snapshot(), chunk), hash);
          }
          assertThat(parts.sum()).isEqualTo(TOTAL);
          assertThat(parts.rows()).isEqualTo(whole.rows()).isEqualTo(hash.rows());
        }
      }
    } finally {
      stop.set(true);
      writer.join(LONG);
    }
  }

  /** Moves money between accounts, replaces accounts by others of the same money. */
  private void transfer(AtomicBoolean stop, AtomicInteger done) {
    try (var connection = database.connect();
        var sql = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int i = 0; !stop.get(); i++) {
        sql.execute("UPDATE accounts SET money = money - 7 WHERE id %% 97 = %d".formatted(i % 97));
        sql.execute("UPDATE accounts SET money = money + 7 WHERE id %% 97 = %d".formatted(i % 97));
        sql.execute(
            "WITH gone AS (DELETE FROM accounts WHERE id = (SELECT min(id) FROM accounts)"
                + " RETURNING id, money) INSERT INTO accounts"
                + " SELECT id + 1000000, money, repeat('y', 200) FROM gone");
        connection.commit();
        done.incrementAndGet();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void when_the_session_is_killed_no_further_chunk_is_read() {
    accounts(database);
    try (var session = CONNECTOR.open(all(database, "accounts"))) {
      Chunk first = session.plan(4).getFirst();
      var snapshot = session.snapshot();
      var running = CONNECTOR.read(all(database, "accounts"), snapshot, first);
      killHolder();
      await().atMost(LONG).until(() -> !session.alive());
      // What joined before goes on under its snapshot.
      drain(running, new RowHash());
      await().atMost(LONG).untilAsserted(() -> assertLost(() -> read(session, first)));
    }
  }

  private void killHolder() {
    execute(
        database,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            + " AND state = 'idle in transaction'");
  }

  @Test
  void a_closed_session_takes_its_snapshot_along() {
    accounts(database);
    SourceSession session = CONNECTOR.open(all(database, "accounts"));
    session.close();
    await().atMost(LONG).untilAsserted(() -> assertLost(() -> read(session, new Chunk.Whole())));
  }

  @Test
  void a_snapshot_that_only_has_the_same_id_is_another() {
    accounts(database);
    try (var session = CONNECTOR.open(all(database, "accounts"))) {
      Snapshot real = session.snapshot();
      var other = new Snapshot(real.kind(), real.id(), "7:7:@1", real.moment());
      assertLost(() -> CONNECTOR.read(all(database, "accounts"), other, new Chunk.Whole()).close());
    }
  }

  @Test
  void the_table_cannot_be_emptied_under_its_snapshot() throws SQLException {
    accounts(database);
    try (var session = CONNECTOR.open(all(database, "accounts"));
        var connection = database.connect();
        var sql = connection.createStatement()) {
      sql.execute("SET lock_timeout = '100ms'");
      assertThatThrownBy(() -> sql.execute("TRUNCATE accounts"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("lock timeout");
      var rows = new RowHash();
      drain(session.read(new Chunk.Whole()), rows);
      assertThat(rows.rows()).isEqualTo(20_000);
    }
  }

  @Test
  void a_server_that_restarts_loses_the_snapshot_and_mixes_nothing() {
    try (PrivateServer server = PrivateServer.start(RealServer.POSTGRES)) {
      SourceRequest request = request(server.url());
      accounts(server.url());
      try (var session = CONNECTOR.open(request)) {
        Snapshot old = session.snapshot();
        server.kill();
        server.restart();
        await()
            .atMost(LONG)
            .ignoreExceptionsMatching(PgSnapshotTest::unavailable)
            .untilAsserted(
                () -> assertLost(() -> CONNECTOR.read(request, old, new Chunk.Whole()).close()));
        assertThat(session.alive()).isFalse();
      }
    }
  }

  @Test
  void a_connection_that_is_cut_is_an_error_and_never_fewer_rows() {
    accounts(database);
    execute(
        database,
        "INSERT INTO accounts SELECT i, 1, repeat('z', 200) FROM generate_series(1, 200000) i");
    try (TcpProxy network = TcpProxy.inFrontOf(database.url());
        var session = CONNECTOR.open(request(network.url()))) {
      var rows = session.read(new Chunk.Whole());
      assertThatThrownBy(
              () -> {
                try (rows) {
                  var sink = new RowHash();
                  while (rows.next(sink)) {
                    if (sink.rows() == 1000) {
                      network.cut();
                    }
                  }
                }
              })
          .isInstanceOfSatisfying(
              TidemillException.class,
              e -> assertThat(e.code()).isEqualTo(SourceError.SOURCE_UNAVAILABLE));
      await().atMost(LONG).until(() -> !session.alive());
    }
  }

  private void read(SourceSession session, Chunk chunk) {
    CONNECTOR.read(all(database, "accounts"), session.snapshot(), chunk).close();
  }

  private static SourceRequest request(String url) {
    return SourceRequest.all(SourceUri.of(url + "?table=accounts"), Credential.NONE);
  }

  private static void accounts(PostgresDatabase database) {
    execute(database, ACCOUNTS);
  }

  private static void accounts(String url) {
    try (var connection =
            java.sql.DriverManager.getConnection(
                "jdbc:" + url.replaceFirst("//(\\w+)@(.*)", "//$2?user=$1"));
        var sql = connection.createStatement()) {
      for (String statement : ACCOUNTS) {
        sql.execute(statement);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final String[] ACCOUNTS = {
    "CREATE TABLE accounts (id bigint, money bigint, pad text)",
    "INSERT INTO accounts SELECT i, 100, repeat('x', 200) FROM generate_series(1, 20000) i"
  };

  private static boolean unavailable(Throwable e) {
    return e instanceof TidemillException t && t.code() == SourceError.SOURCE_UNAVAILABLE;
  }

  private static void assertLost(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TidemillException.class,
            e ->
                assertThat(e.code())
                    .as(e.problem().toString())
                    .isEqualTo(SourceError.SOURCE_SNAPSHOT_LOST));
  }
}
