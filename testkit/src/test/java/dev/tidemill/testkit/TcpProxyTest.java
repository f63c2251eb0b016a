package dev.tidemill.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TcpProxyTest {
  private final PostgresDatabase database = Servers.newPostgresDatabase();
  private final TcpProxy proxy = TcpProxy.inFrontOf(database.url());

  @BeforeEach
  void create_table() throws SQLException {
    try (Connection direct = database.connect()) {
      execute(direct, "CREATE TABLE facts (n int)");
    }
  }

  @AfterEach
  void close() {
    proxy.close();
    database.close();
  }

  @Test
  void passes_requests_and_answers() throws Exception {
    try (Connection connection = throughProxy(0)) {
      execute(connection, "INSERT INTO facts SELECT generate_series(1, 100000)");
      assertThat(count(connection)).isEqualTo(100_000);
      assertThat(proxy.connections()).isEqualTo(1);
    }
    await().until(() -> proxy.connections() == 0);
  }

  @Test
  void cut_in_the_middle_of_a_query_fails_it_at_once_and_new_connections_work() throws Exception {
    try (Connection connection = throughProxy(0);
        Connection direct = database.connect()) {
      CompletableFuture<Void> query =
          CompletableFuture.runAsync(() -> mustRun(connection, "SELECT pg_sleep(120)"));
      await().until(() -> isSleeping(direct));

      proxy.cut();

      assertThatThrownBy(() -> query.get(30, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(java.net.SocketException.class);
      try (Connection fresh = throughProxy(0)) {
        assertThat(count(fresh)).isZero();
      }
    }
  }

  @Test
  void dropped_answer_leaves_the_commit_done_and_the_client_without_knowledge() throws Exception {
    try (Connection connection = throughProxy(1);
        Connection direct = database.connect()) {
      connection.setAutoCommit(false);
      execute(connection, "INSERT INTO facts VALUES (1)");
      assertThat(count(direct)).isZero();

      proxy.dropAnswers();

      assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
      await().until(() -> count(direct) == 1);
    }
    proxy.heal();
    try (Connection fresh = throughProxy(1)) {
      assertThat(count(fresh)).isEqualTo(1);
    }
  }

  @Test
  void black_hole_forwards_nothing_until_healed() throws Exception {
    try (Connection connection = throughProxy(0);
        Connection direct = database.connect()) {
      proxy.blackhole();
      CompletableFuture<Void> insert =
          CompletableFuture.runAsync(() -> mustRun(connection, "INSERT INTO facts VALUES (1)"));
      assertThatThrownBy(() -> throughProxy(1)).isInstanceOf(SQLException.class);
      assertThat(count(direct)).isZero();
      assertThat(insert).isNotDone();

      proxy.heal();

      insert.get(30, TimeUnit.SECONDS);
      assertThat(count(direct)).isEqualTo(1);
    }
  }

  @Test
  void server_that_is_not_there_is_a_reset_connection() {
    try (PrivateServer redis = PrivateServer.start(RealServer.REDIS);
        TcpProxy gone = TcpProxy.inFrontOf(redis.url())) {
      redis.kill();
      assertThatThrownBy(() -> Line.ask(gone.port(), "PING"))
          .isInstanceOf(java.net.SocketException.class);
    }
  }

  private Connection throughProxy(int socketTimeoutSeconds) throws SQLException {
    String url = database.jdbcUrl().replaceFirst(":\\d+/", ":" + proxy.port() + "/");
    return PostgresDatabase.dataSource(url + "&socketTimeout=" + socketTimeoutSeconds)
        .getConnection();
  }

  private boolean isSleeping(Connection direct) throws SQLException {
    String sql =
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = '%s'";
    return number(direct, sql.formatted(database.name())) == 1;
  }

  private static long count(Connection connection) throws SQLException {
    return number(connection, "SELECT count(*) FROM facts");
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    }
  }

  private static void mustRun(Connection connection, String sql) {
    try {
      execute(connection, sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
