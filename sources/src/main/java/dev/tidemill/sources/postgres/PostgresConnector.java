package dev.tidemill.sources.postgres;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.Connector;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** PostgreSQL 10 and later; page ranges are fast from 14 on. */
public final class PostgresConnector implements Connector {
  static final String BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

  /** Ids of snapshots come back after a restart; what they see, and the restart, do not. */
  static final String FINGERPRINT =
      "SELECT txid_current_snapshot()::text || '@' ||"
          + " extract(epoch FROM pg_postmaster_start_time())::text";

  private final TimeSource time;

  public PostgresConnector(TimeSource time) {
    this.time = time;
  }

  @Override
  public String scheme() {
    return "postgres";
  }

  @Override
  public SourceSession open(SourceRequest request) {
    return PgSession.open(this, request, time);
  }

  @Override
  public ChunkRows read(SourceRequest request, Snapshot snapshot, Chunk chunk) {
    String id = snapshot.id();
    if (snapshot.kind() != Snapshot.Kind.EXPORTED || id == null) {
      throw lost("it was never exported", null);
    }
    Connection connection = connect(request);
    try (Statement sql = connection.createStatement()) {
      sql.execute(BEGIN);
      join(sql, snapshot, id);
      PgTable table = PgTable.find(connection, request.uri());
      return new PgChunkRows(connection, true, PgSelect.of(connection, table, request), chunk);
    } catch (SQLException e) {
      PgConnection.drop(connection);
      throw PgErrors.of("a chunk of %s could not be read".formatted(request.uri().table()), e);
    } catch (RuntimeException e) {
      PgConnection.drop(connection);
      throw e;
    }
  }

  static Connection connect(SourceRequest request) {
    try {
      return PgConnection.open(request.uri(), request.credential());
    } catch (SQLException e) {
      throw PgErrors.of("could not connect to " + request.uri(), e);
    }
  }

  private static void join(Statement sql, Snapshot snapshot, String id) throws SQLException {
    try {
      sql.execute("SET TRANSACTION SNAPSHOT " + dev.tidemill.sql.Dialect.STANDARD.literal(id));
    } catch (SQLException e) {
      if (PgErrors.connection(e)) {
        throw e;
      }
      throw lost(String.valueOf(e.getMessage()), e);
    }
    String found = one(sql, FINGERPRINT);
    if (!found.equals(snapshot.fingerprint())) {
      throw lost("another one has its id now", null);
    }
  }

  static String one(Statement sql, String query) throws SQLException {
    try (ResultSet rows = sql.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static RuntimeException lost(
      String why, @org.jspecify.annotations.Nullable Exception because) {
    Problem problem =
        Problem.of(
                SourceError.SOURCE_SNAPSHOT_LOST,
                "the snapshot that the source's chunks share is gone; nothing was read")
            .cause(why)
            .next("stage the source again; parts of two moments are never mixed");
    return because == null ? problem.exception() : problem.exception(because);
  }
}
