package dev.tidemill.sources.postgres;

import dev.tidemill.core.time.SystemTime;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceUri;
import dev.tidemill.sql.arrow.RowSink;
import dev.tidemill.testkit.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** What the tests of PostgreSQL say over and over. */
final class PgFixture {
  static final PostgresConnector CONNECTOR = new PostgresConnector(new SystemTime());

  private PgFixture() {}

  static SourceUri uri(PostgresDatabase database, String table) {
    return SourceUri.of(database.url() + "?table=" + table);
  }

  static SourceRequest all(PostgresDatabase database, String table) {
    return SourceRequest.all(uri(database, table), Credential.NONE);
  }

  static void execute(PostgresDatabase database, String... statements) {
    try (Connection connection = database.connect();
        Statement sql = connection.createStatement()) {
      for (String statement : statements) {
        sql.execute(statement);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static void drain(ChunkRows rows, RowSink sink) {
    try (rows) {
      while (rows.next(sink)) {}
    }
  }
}
