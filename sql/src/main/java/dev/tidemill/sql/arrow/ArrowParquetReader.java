package dev.tidemill.sql.arrow;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.duckdb.DuckDBResultSet;

/** Reads a Parquet file back, as stated columns, into a sink. Blocks a platform thread. */
public final class ArrowParquetReader {
  private static final long BATCH = 8192;

  private final SqlLimits limits;

  public ArrowParquetReader(SqlLimits limits) {
    this.limits = limits;
  }

  /** Returns how many rows there were. A file of other columns is refused. */
  public long read(Path file, List<SqlColumn> columns, RowSink sink) {
    String names =
        columns.stream()
            .map(c -> Dialect.STANDARD.quote(c.name()))
            .collect(Collectors.joining(", "));
    String path = Dialect.STANDARD.literal(file.toAbsolutePath().toString());
    String sql = "SELECT %s FROM read_parquet(%s)".formatted(names, path);
    try (var duckdb = new ArrowDuckDb(limits)) {
      return duckdb.query(sql, rows -> read(rows, file, columns, sink));
    } catch (SQLException e) {
      throw unreadable(file, String.valueOf(e.getMessage()), e);
    }
  }

  private static long read(ResultSet rows, Path file, List<SqlColumn> columns, RowSink sink)
      throws SQLException {
    long count = 0;
    try (var allocator = new RootAllocator();
        var reader =
            (ArrowReader) rows.unwrap(DuckDBResultSet.class).arrowExportStream(allocator, BATCH)) {
      var root = reader.getVectorSchemaRoot();
      for (int i = 0; i < columns.size(); i++) {
        requireType(root.getSchema().getFields().get(i), columns.get(i), file);
      }
      var batch = new VectorRows(columns, root);
      while (reader.loadNextBatch()) {
        if (Thread.currentThread().isInterrupted()) {
          throw Problem.of(SqlError.SQL_CANCELLED, "reading was interrupted").exception();
        }
        batch.copyTo(sink);
        count += root.getRowCount();
      }
    } catch (IOException e) {
      throw unreadable(file, String.valueOf(e.getMessage()), e);
    }
    return count;
  }

  private static void requireType(Field found, SqlColumn wanted, Path file) {
    ArrowType type = ArrowColumns.type(wanted.type());
    if (!found.getType().equals(type)) {
      throw unreadable(
          file,
          "column %s is %s, not %s".formatted(wanted.name(), found.getType(), type),
          new IllegalStateException("other columns"));
    }
  }

  private static RuntimeException unreadable(Path file, String why, Exception e) {
    return Problem.of(
            SqlError.SQL_INPUT_UNREADABLE, "%s could not be read".formatted(file.getFileName()))
        .cause(why)
        .exception(e);
  }
}
