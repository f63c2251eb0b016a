package dev.tidemill.testkit;

import static dev.tidemill.testkit.RealServer.MARIADB;
import static dev.tidemill.testkit.RealServer.NATS;
import static dev.tidemill.testkit.RealServer.POSTGRES;
import static dev.tidemill.testkit.RealServer.REDIS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PrivateServerTest {

  @Test
  void killed_server_comes_back_with_its_data() throws Exception {
    try (PrivateServer postgres = PrivateServer.start(POSTGRES);
        PostgresDatabase database = PostgresDatabase.createOn(postgres.url())) {
      String url = postgres.url();
      execute(database, "CREATE TABLE kept AS SELECT 42 AS n");

      postgres.kill();
      assertThatThrownBy(database::connect).isInstanceOf(SQLException.class);
      postgres.restart();

      assertThat(postgres.url()).isEqualTo(url);
      assertThat(number(database, "SELECT n FROM kept")).isEqualTo(42);
    }
  }

  @Test
  void stopped_server_comes_back_with_its_data_and_options() throws Exception {
    try (PrivateServer redis = PrivateServer.start(REDIS, "--appendonly", "yes")) {
      assertThat(Line.ask(redis.port(), "SET kept 42")).isEqualTo("+OK");

      redis.stop();
      redis.restart();

      assertThat(Line.ask(redis.port(), "STRLEN kept")).isEqualTo(":2");
    }
  }

  @Test
  void paused_server_keeps_silent_until_resumed() throws Exception {
    try (PrivateServer redis = PrivateServer.start(REDIS)) {
      redis.pause();
      assertThatThrownBy(() -> Line.ask(redis.port(), "PING"))
          .isInstanceOf(java.net.SocketTimeoutException.class);

      redis.resume();
      assertThat(Line.ask(redis.port(), "PING")).isEqualTo("+PONG");
    }
  }

  @Test
  void database_runs_as_durably_as_in_production() throws Exception {
    try (PostgresDatabase database = Servers.newPostgresDatabase()) {
      String settings =
          """
          SELECT count(*) FROM pg_settings
          WHERE (name, setting) IN (('fsync', 'on'), ('synchronous_commit', 'on'), ('full_page_writes', 'on'))
          """;
      assertThat(number(database, settings)).isEqualTo(3);
    }
  }

  @Test
  void nats_offers_jetstream() throws Exception {
    try (PrivateServer nats = PrivateServer.start(NATS)) {
      assertThat(Line.ask(nats.port(), "PING")).startsWith("INFO ").contains("\"jetstream\":true");
    }
  }

  @Test
  void mariadb_greets_on_its_port() throws Exception {
    try (PrivateServer mariadb = PrivateServer.start(MARIADB)) {
      assertThat(Line.greeting(mariadb.port())).contains("MariaDB");
    }
  }

  @Test
  void failing_start_says_what_the_server_said() {
    assertThatThrownBy(() -> PrivateServer.start(POSTGRES, "-c", "no_such_setting=1"))
        .hasMessageContaining("error: postgres did not start")
        .hasMessageContaining("no_such_setting")
        .hasMessageContaining("next: ");
  }

  private static void execute(PostgresDatabase database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long number(PostgresDatabase database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    }
  }
}
