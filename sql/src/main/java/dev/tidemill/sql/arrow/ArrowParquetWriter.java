package dev.tidemill.sql.arrow;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Parquet with zstd, through DuckDB's Arrow stream: the boundary to native code is crossed once per
 * batch. Row groups end by rows or by bytes, so that wide rows do not fill the memory.
 */
public final class ArrowParquetWriter implements ChunkWriter {
  private static final String FORMAT =
      "(FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1,"
          + " ROW_GROUP_SIZE 122880, ROW_GROUP_SIZE_BYTES '64MB')";

  private final SqlLimits limits;
  private volatile boolean cancelled;
  private volatile @Nullable RowSourceReader reading;

  public ArrowParquetWriter(SqlLimits limits) {
    this.limits = limits;
  }

  @Override
  public void cancel() {
    cancelled = true;
    RowSourceReader now = reading;
    if (now != null) {
      now.cancel();
    }
  }

  @Override
  public Written write(List<SqlColumn> columns, RowSource rows, Path file) {
    Path target = file.toAbsolutePath();
    Path part = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID());
    try (var duckdb = new ArrowDuckDb(limits)) {
      long sent = copy(duckdb, columns, rows, part);
      requireSame(sent, footerRows(duckdb, part), "its footer", target);
      long bytes = Files.size(part);
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
      return new Written(sent, bytes);
    } catch (IOException e) {
      throw failed(target, e);
    } finally {
      discard(part);
    }
  }

  private long copy(ArrowDuckDb duckdb, List<SqlColumn> columns, RowSource rows, Path part) {
    try (var allocator = new RootAllocator();
        var reader = new RowSourceReader(allocator, columns, rows);
        var stream = ArrowArrayStream.allocateNew(allocator)) {
      reading = reader;
      if (cancelled) {
        reader.cancel();
      }
      Data.exportArrayStream(allocator, reader, stream);
      try {
        duckdb.register("chunk", stream);
        long counted = duckdb.update("COPY (FROM chunk) TO " + literal(part) + " " + FORMAT);
        rethrow(reader.failure(), part);
        requireSame(reader.rows(), counted, "the engine", part);
      } catch (SQLException e) {
        rethrow(reader.failure(), part);
        throw failed(part, e);
      }
      return reader.rows();
    } catch (IOException e) {
      throw failed(part, e);
    } finally {
      reading = null;
    }
  }

  private void rethrow(@Nullable Throwable failure, Path part) {
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case InterruptedException e ->
          throw Problem.of(SqlError.SQL_CANCELLED, "writing was cancelled; no file was made")
              .exception(e);
      default -> throw failed(part, failure);
    }
  }

  private static long footerRows(ArrowDuckDb duckdb, Path part) {
    String sql = "SELECT num_rows FROM parquet_file_metadata(" + literal(part) + ")";
    try {
      return duckdb.query(sql, ArrowParquetWriter::one);
    } catch (SQLException e) {
      throw failed(part, e);
    }
  }

  private static long one(ResultSet rows) throws SQLException {
    rows.next();
    return rows.getLong(1);
  }

  private static void requireSame(long sent, long found, String who, Path file) {
    if (sent != found) {
      throw Problem.of(
              SqlError.SQL_ENGINE_FAILED,
              "%d rows were sent to %s, %s says %d; no file was made"
                  .formatted(sent, file.getFileName(), who, found))
          .exception();
    }
  }

  private static String literal(Path file) {
    return Dialect.STANDARD.literal(file.toString());
  }

  private static TidemillException failed(Path file, Throwable e) {
    return Problem.of(
            SqlError.SQL_ENGINE_FAILED,
            "%s could not be written; no file was made".formatted(file.getFileName()))
        .cause(String.valueOf(e.getMessage()))
        .exception(e);
  }

  private static void discard(Path part) {
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      throw failed(part, e);
    }
  }
}
