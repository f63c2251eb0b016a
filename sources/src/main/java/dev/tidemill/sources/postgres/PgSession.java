package dev.tidemill.sources.postgres;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceSession;
import dev.tidemill.sources.TextRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds the transaction that exported the snapshot. Chunks are read by connections of their own.
 */
final class PgSession implements SourceSession {
  private static final Pattern ROWS = Pattern.compile("\"Plan Rows\":\\s*(\\d+)");
  private static final String PRIMARY_KEY =
      """
      SELECT a.attname FROM pg_index i
      CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
      WHERE i.indrelid = ?::bigint::oid AND i.indisprimary ORDER BY k.place
      """;

  private final PostgresConnector connector;
  private final SourceRequest request;
  private final Connection connection;
  private final PgTable table;
  private final PgSelect select;
  private final Snapshot snapshot;
  private final long estimatedRows;
  private final KeptAlive kept;

  private PgSession(
      PostgresConnector connector, SourceRequest request, Connection connection, TimeSource time)
      throws SQLException {
    this.connector = connector;
    this.request = request;
    this.connection = connection;
    PgTable found = PgTable.find(connection, request.uri());
    PgSnapshots.lock(connection, found);
    this.snapshot = PgSnapshots.export(connection, found);
    // Once more, now that nobody can change it.
    this.table = PgTable.find(connection, request.uri());
    this.select = PgSelect.of(connection, table, request);
    this.estimatedRows = estimate();
    this.kept = KeptAlive.start(connection, time);
  }

  static PgSession open(PostgresConnector connector, SourceRequest request, TimeSource time) {
    Connection connection = PostgresConnector.connect(request);
    try {
      return new PgSession(connector, request, connection, time);
    } catch (SQLException e) {
      PgConnection.drop(connection);
      throw PgErrors.of("could not look at " + request.uri(), e);
    } catch (RuntimeException e) {
      PgConnection.drop(connection);
      throw e;
    }
  }

  @Override
  public List<SourceColumn> columns() {
    return table.columns().stream().map(PgColumn::column).toList();
  }

  @Override
  public List<String> primaryKey() {
    return ask(
        () -> {
          var names = new ArrayList<String>();
          try (PreparedStatement sql = connection.prepareStatement(PRIMARY_KEY)) {
            sql.setLong(1, table.oid());
            try (ResultSet rows = sql.executeQuery()) {
              while (rows.next()) {
                names.add(rows.getString(1));
              }
            }
          }
          return List.copyOf(names);
        });
  }

  @Override
  public long estimatedRows() {
    return estimatedRows;
  }

  @Override
  public Snapshot snapshot() {
    return snapshot;
  }

  @Override
  public List<List<@Nullable String>> preview(int rows) {
    String columns =
        table.columns().stream().map(c -> c.quoted() + "::text").collect(Collectors.joining(", "));
    String query =
        "SELECT %s FROM %s%s LIMIT %d"
            .formatted(columns, table.quoted(), select.where(List.of()), rows);
    return ask(
        () -> {
          try (Statement sql = connection.createStatement();
              ResultSet read = sql.executeQuery(query)) {
            return TextRows.of(read, table.columns().size());
          }
        });
  }

  @Override
  public List<Chunk> plan(int chunks) {
    int possible = snapshot.kind() == Snapshot.Kind.EXPORTED ? chunks : 1;
    return ask(
        () ->
            new PgChunks(connection, select).plan(possible, request.partitionKey(), estimatedRows));
  }

  @Override
  public ChunkRows read(Chunk chunk) {
    if (snapshot.kind() == Snapshot.Kind.EXPORTED) {
      return connector.read(request, snapshot, chunk);
    }
    return new PgChunkRows(connection, false, select, chunk);
  }

  @Override
  public boolean alive() {
    return kept.check();
  }

  @Override
  public void close() {
    kept.close();
    PgConnection.drop(connection);
  }

  private long estimate() throws SQLException {
    try (Statement sql = connection.createStatement()) {
      String explain = "EXPLAIN (FORMAT JSON) " + select.select(new Chunk.Whole());
      Matcher m = ROWS.matcher(PostgresConnector.one(sql, explain));
      return m.find() ? Long.parseLong(m.group(1)) : 0;
    } catch (SQLException e) {
      if (PgErrors.statement(e) && !select.filters().isEmpty()) {
        throw filter(e);
      }
      throw e;
    }
  }

  private <T> T ask(KeptAlive.Question<T> question) {
    try {
      return kept.use(question);
    } catch (SQLException e) {
      throw PgErrors.of("could not look at " + request.uri(), e);
    }
  }

  private static TidemillException filter(SQLException e) {
    return Problem.of(SourceError.INVALID_SOURCE_FILTER, "the source does not take the filters")
        .field("filters")
        .cause(String.valueOf(e.getMessage()))
        .next("give values in the form the column's type is written in")
        .exception(e);
  }
}
