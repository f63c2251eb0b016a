package dev.tidemill.sources.postgres;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sql.arrow.RowSink;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/** One COPY. Ending it early costs its connection; ending it in good order does not. */
final class PgChunkRows implements ChunkRows {
  private final Connection connection;
  private final boolean own;
  private final PGConnection postgres;
  private final CopyOut copy;
  private final CopyDecoder decoder;
  private final List<SourceColumn> columns;
  private volatile boolean cancelled;
  private boolean ended;

  private PgChunkRows(Connection connection, boolean own, PgTable table, String sql) throws SQLException {
    this.connection = connection;
    this.own = own;
    this.postgres = connection.unwrap(PGConnection.class);
    this.columns = table.columns().stream().map(PgColumn::column).toList();
    this.decoder = new CopyDecoder(table.columns());
    this.copy = postgres.getCopyAPI().copyOut(sql);
  }

  /**
   * @param own whether the connection is for these rows alone
   */
  static PgChunkRows start(Connection connection, boolean own, PgTable table, String sql) throws SQLException {
    try {
      return new PgChunkRows(connection, own, table, sql);
    } catch (SQLException | RuntimeException e) {
      PgConnection.drop(connection);
      throw e;
    }
  }

  @Override
  public List<SourceColumn> columns() {
    return columns;
  }

  @Override
  public boolean next(RowSink sink) {
    if (ended) {
      return false;
    }
    byte[] bytes;
    try {
      bytes = copy.readFromCopy();
    } catch (SQLException e) {
      throw cancelled ? interrupted(e) : PgErrors.of("the source broke off", e);
    }
    if (bytes == null) {
      decoder.finish();
      ended = true;
      return false;
    }
    decoder.accept(bytes, sink);
    return true;
  }

  @Override
  public void cancel() {
    cancelled = true;
    try {
      postgres.cancelQuery();
    } catch (SQLException e) {
      // Then the server learns it from the connection that goes.
    }
    PgConnection.drop(connection);
  }

  @Override
  public void close() {
    if (ended) {
      try {
        if (own) {
          connection.close();
        }
        return;
      } catch (SQLException e) {
        // All rows are here; how the connection ends does not matter.
      }
    }
    if (!cancelled) {
      cancel();
    }
  }

  private static TidemillException interrupted(SQLException e) {
    return Problem.of(SourceError.SOURCE_INTERRUPTED, "reading the source was cancelled")
        .exception(e);
  }
}
