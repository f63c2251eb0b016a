package dev.tidemill.sql.parquet;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.arrow.ChunkWriter;
import dev.tidemill.sql.arrow.RowSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import org.apache.parquet.format.Util;

/** Parquet with zstd, encoded here. */
public final class PagedParquetWriter implements ChunkWriter {
  private static final long LEAST_GROUP = 1L << 20;
  private static final long MOST_GROUP = 64L << 20;

  private final long groupBytes;
  private volatile boolean cancelled;

  /**
   * @param limits a row group has a sixteenth of the memory
   */
  public PagedParquetWriter(SqlLimits limits) {
    this.groupBytes = Math.clamp(limits.memory().bytes() / 16, LEAST_GROUP, MOST_GROUP);
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public Written write(List<SqlColumn> columns, RowSource rows, Path file) {
    Path target = file.toAbsolutePath();
    Path part = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID());
    try {
      Written written = copy(columns, rows, part);
      requireSame(written.rows(), footerRows(part), target);
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
      return written;
    } catch (IOException | UncheckedIOException e) {
      throw failed(target, e);
    } finally {
      discard(part);
    }
  }

  private Written copy(List<SqlColumn> columns, RowSource rows, Path part) throws IOException {
    try (var out = new FileOut(part);
        var to = new PagedRows(columns, out, groupBytes)) {
      boolean more = true;
      while (more) {
        if (cancelled) {
          throw Problem.of(SqlError.SQL_CANCELLED, "writing was cancelled; no file was made")
              .exception();
        }
        more = next(rows, to, part);
      }
      to.finish();
      return new Written(to.rows(), out.at(), out.sha256());
    }
  }

  private static boolean next(RowSource rows, PagedRows to, Path part) {
    try {
      return rows.next(to);
    } catch (RuntimeException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.of(SqlError.SQL_CANCELLED, "writing was interrupted; no file was made")
          .exception(e);
    } catch (Exception e) {
      throw failed(part, e);
    }
  }

  /** Read back from the file, so that it is known to have one. */
  private static long footerRows(Path part) throws IOException {
    try (var file = new RandomAccessFile(part.toFile(), "r")) {
      file.seek(file.length() - Integer.BYTES - Layout.MAGIC.length);
      int length = Integer.reverseBytes(file.readInt());
      byte[] footer = new byte[length];
      file.seek(file.length() - Integer.BYTES - Layout.MAGIC.length - length);
      file.readFully(footer);
      return Util.readFileMetaData(new ByteArrayInputStream(footer)).getNum_rows();
    }
  }

  private static void requireSame(long sent, long found, Path file) {
    if (sent != found) {
      throw Problem.of(
              SqlError.SQL_ENGINE_FAILED,
              "%d rows were sent to %s, its footer says %d; no file was made"
                  .formatted(sent, file.getFileName(), found))
          .exception();
    }
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
      // Hidden, and removed with its folder.
    }
  }
}
