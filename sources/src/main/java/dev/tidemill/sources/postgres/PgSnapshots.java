package dev.tidemill.sources.postgres;

import dev.tidemill.sources.Snapshot;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;

/** Chooses the moment: first the lock, then the snapshot. */
final class PgSnapshots {
  private PgSnapshots() {}

  /** Begins the transaction. A lock needs no snapshot, so the moment is still to be chosen. */
  static void lock(Connection connection, PgTable table) throws SQLException {
    try (Statement sql = connection.createStatement()) {
      sql.execute(PostgresConnector.BEGIN);
      try {
        sql.execute("LOCK TABLE " + table.quoted() + " IN ACCESS SHARE MODE");
      } catch (SQLException e) {
        if (!PgErrors.statement(e)) {
          throw e;
        }
        // A foreign table, or a view on what the user may not lock: there is nothing to hold.
        sql.execute("ROLLBACK");
        sql.execute(PostgresConnector.BEGIN);
      }
    }
  }

  static Snapshot export(Connection connection, PgTable table) throws SQLException {
    try (Statement sql = connection.createStatement()) {
      Instant moment = moment(sql);
      try {
        String id = PostgresConnector.one(sql, "SELECT pg_export_snapshot()");
        String fingerprint = PostgresConnector.one(sql, PostgresConnector.FINGERPRINT);
        return new Snapshot(Snapshot.Kind.EXPORTED, id, fingerprint, moment);
      } catch (SQLException e) {
        if (PgErrors.connection(e)) {
          throw e;
        }
        // Some managed replicas cannot; a transaction by itself still sees one moment.
        sql.execute("ROLLBACK");
        lock(connection, table);
        return new Snapshot(Snapshot.Kind.SINGLE, null, null, moment(sql));
      }
    }
  }

  /** The first query of the transaction, so this is the moment. */
  private static Instant moment(Statement sql) throws SQLException {
    String millis =
        PostgresConnector.one(sql, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
    return Instant.ofEpochMilli(Long.parseLong(millis));
  }
}
