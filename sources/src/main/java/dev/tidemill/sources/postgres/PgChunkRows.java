package dev.tidemill.sources.postgres;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sql.arrow.RowSink;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/**
 * One COPY. It begins with the first {@link #next}, because from its beginning on a server may take
 * any time, which must be spent where {@link #cancel} can end it. Ending it early costs its
 * connection; ending it in good order does not.
 */
final class PgChunkRows implements ChunkRows {
  private final Connection connection;
  private final boolean own;
  private final String sql;
  private final CopyDecoder decoder;
  private final List<SourceColumn> columns;
  private @Nullable CopyOut copy;
  private volatile boolean cancelled;
  private boolean ended;

  /**
   * @param own whether the connection is for these rows alone
   */
  PgChunkRows(Connection connection, boolean own, PgSelect select, Chunk chunk) {
    this.connection = connection;
    this.own = own;
    this.sql = select.copy(chunk);
    this.columns = select.table().columns().stream().map(PgColumn::column).toList();
    this.decoder = new CopyDecoder(select.guard());
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
      if (copy == null) {
        copy = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(sql);
      }
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
      connection.unwrap(PGConnection.class).cancelQuery();
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
