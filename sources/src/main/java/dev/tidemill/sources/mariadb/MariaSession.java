package dev.tidemill.sources.mariadb;

import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceSession;
import dev.tidemill.sources.TextRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One connection at one moment. Reading that is broken off costs the connection, because a result
 * that is not read to its end can only be ended with it.
 */
final class MariaSession implements SourceSession {
  private final SourceRequest request;
  private final Connection connection;
  private final MariaTable table;
  private final MariaSelect select;
  private final Snapshot snapshot;
  private final long estimatedRows;

  private MariaSession(SourceRequest request, Connection connection) throws SQLException {
    this.request = request;
    this.connection = connection;
    MariaConnection.begin(connection);
    this.table = MariaTable.find(connection, request.uri());
    this.select = MariaSelect.of(table, request);
    this.snapshot = new Snapshot(Snapshot.Kind.SINGLE, null, null, moment());
    this.estimatedRows = estimate();
  }

  static MariaSession open(SourceRequest request) {
    Connection connection = MariaConnection.open(request);
    try {
      return new MariaSession(request, connection);
    } catch (SQLException e) {
      MariaConnection.drop(connection);
      throw MariaErrors.of("could not look at " + request.uri(), e);
    } catch (RuntimeException e) {
      MariaConnection.drop(connection);
      throw e;
    }
  }

  @Override
  public List<SourceColumn> columns() {
    return table.sourceColumns();
  }

  @Override
  public List<String> primaryKey() {
    return table.primaryKey();
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
        table.columns().stream()
            .map(c -> "CAST(" + c.expression() + " AS CHAR)")
            .collect(Collectors.joining(", "));
    var query =
        new MariaQuery(table, "SELECT " + columns + " FROM " + table.quoted())
            .filters(select.filters())
            .append(" LIMIT " + rows);
    try (PreparedStatement sql = query.prepare(connection);
        ResultSet read = sql.executeQuery()) {
      return TextRows.of(read, table.columns().size());
    } catch (SQLException e) {
      throw MariaErrors.of("could not look at " + request.uri(), e);
    }
  }

  @Override
  public List<Chunk> plan(int chunks) {
    try {
      return new MariaChunks(connection, select)
          .plan(chunks, request.partitionKey(), estimatedRows);
    } catch (SQLException e) {
      throw MariaErrors.of("could not look at " + request.uri(), e);
    }
  }

  @Override
  public ChunkRows read(Chunk chunk) {
    try {
      return new MariaChunkRows(connection, false, select, chunk);
    } catch (SQLException e) {
      throw MariaErrors.of("a chunk of %s could not be read".formatted(request.uri().table()), e);
    }
  }

  @Override
  public boolean alive() {
    try {
      return connection.isValid(5);
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public void close() {
    MariaConnection.drop(connection);
  }

  private Instant moment() throws SQLException {
    try (Statement sql = connection.createStatement();
        ResultSet row = sql.executeQuery("SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)")) {
      row.next();
      return Instant.ofEpochMilli(row.getLong(1));
    }
  }

  /** The server's guess at the rows it would look at; the largest, where a view has several. */
  private long estimate() throws SQLException {
    var query =
        new MariaQuery(table, "EXPLAIN SELECT 1 FROM " + table.quoted()).filters(select.filters());
    long rows = 0;
    try (PreparedStatement sql = query.prepare(connection);
        ResultSet plan = sql.executeQuery()) {
      while (plan.next()) {
        rows = Math.max(rows, plan.getLong("rows"));
      }
    }
    return rows;
  }
}
