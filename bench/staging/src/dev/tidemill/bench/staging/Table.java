package dev.tidemill.bench.staging;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/** Ten mixed columns. */
final class Table implements AutoCloseable {
  private final URI server;

  private Table(URI server) {
    this.server = server;
  }

  static Table create(String url, long rows) throws SQLException {
    var table = new Table(URI.create(url));
    table.execute(
        "DROP TABLE IF EXISTS bench_staging",
        """
        CREATE TABLE bench_staging AS SELECT i::bigint AS id, (i::bigint * 7919 %% 100003)::int AS customer,
          (i %% 1000000 / 100.0)::numeric(12, 2) AS amount, 'EUR'::varchar(3) AS currency,
          timestamptz '2026-01-01' + i * interval '1 s' AS paid_at,
          date '2026-01-01' + (i %% 365)::int AS due, md5(i::text) AS reference,
          CASE WHEN i %% 7 = 0 THEN NULL ELSE 'note ' || i END AS note, i / 3.0::float8 AS rate,
          i %% 2 = 0 AS settled FROM generate_series(1, %d) AS g (i)
        """
            .formatted(rows),
        "VACUUM ANALYZE bench_staging");
    return table;
  }

  String uri() {
    return server + "?table=bench_staging";
  }

  List<String> chunks(int count) throws SQLException {
    try (Connection connection = connect();
        var sql = connection.createStatement();
        var row = sql.executeQuery("SELECT pg_relation_size('bench_staging') / 8192")) {
      row.next();
      long pages = row.getLong(1);
      var chunks = new ArrayList<String>();
      for (int i = 0; i < count; i++) {
        String end = i == count - 1 ? "" : " AND ctid < '(%d,0)'::tid".formatted(pages * (i + 1) / count);
        chunks.add(
            "COPY (SELECT * FROM bench_staging WHERE ctid >= '(%d,0)'::tid%s) TO STDOUT (FORMAT binary)"
                .formatted(pages * i / count, end));
      }
      return chunks;
    }
  }

  Void read(String copy) throws SQLException {
    try (Connection connection = connect()) {
      CopyOut out = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(copy);
      while (out.readFromCopy() != null) {}
      return null;
    }
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d%s?user=%s"
            .formatted(server.getHost(), server.getPort(), server.getPath(), server.getUserInfo()));
  }

  /** Seconds of processor time of all connections that have ended; 0 where that cannot be seen. */
  double serverSeconds() throws Exception {
    try (Connection connection = connect()) {
      awaitAlone(connection);
      int backend = connection.unwrap(PGConnection.class).getBackendPID();
      String parent = stat(String.valueOf(backend))[1];
      String[] stat = stat(parent);
      // Times of children that were waited for, in ticks of 10 ms.
      return (Long.parseLong(stat[13]) + Long.parseLong(stat[14])) / 100.0;
    } catch (java.nio.file.NoSuchFileException e) {
      return 0;
    }
  }

  /** Connections end a little after they were closed. */
  private static void awaitAlone(Connection connection) throws Exception {
    String others =
        "SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL";
    for (int i = 0; i < 1000; i++) {
      try (var sql = connection.createStatement();
          var row = sql.executeQuery(others)) {
        row.next();
        if (row.getLong(1) == 0) {
          break;
        }
      }
      Thread.sleep(5);
    }
    Thread.sleep(300);
  }

  /** Behind the name, which may hold blanks. */
  private static String[] stat(String process) throws java.io.IOException {
    String line = java.nio.file.Files.readString(java.nio.file.Path.of("/proc", process, "stat"));
    return line.substring(line.lastIndexOf(')') + 2).split(" ");
  }

  private void execute(String... statements) throws SQLException {
    try (Connection connection = connect();
        var sql = connection.createStatement()) {
      for (String statement : statements) {
        sql.execute(statement);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    execute("DROP TABLE bench_staging");
  }
}
