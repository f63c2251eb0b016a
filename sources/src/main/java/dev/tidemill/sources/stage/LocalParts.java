package dev.tidemill.sources.stage;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.proof.RowHash;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.arrow.RowSink;
import dev.tidemill.sql.arrow.RowSource;
import dev.tidemill.sql.arrow.TwoSinks;
import dev.tidemill.sql.parquet.PagedParquetWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** Shows an engine the rows of a source, some at a time, for as long as it wants more. */
public final class LocalParts {
  private final SqlLimits limits;

  public LocalParts(SqlLimits limits) {
    this.limits = limits;
  }

  /**
   * Closes the rows.
   *
   * @param atOnce about so many rows in a file
   * @param most no more files once so many rows were read
   * @param wantsMore gets a Parquet file that is removed afterwards
   * @return whether it was shown all rows, or wanted no more
   */
  public boolean show(ChunkRows rows, int atOnce, long most, Predicate<Path> wantsMore)
      throws InterruptedException {
    List<SqlColumn> columns = rows.columns().stream().map(SourceColumn::staged).toList();
    try (rows) {
      var some = new Some(rows, atOnce);
      while (some.more && some.read < most) {
        Path file = file();
        try {
          var writer = new PagedParquetWriter(limits);
          OwnThread.call(
              "look-at-source",
              () -> writer.write(columns, some.again(), file),
              () -> {
                writer.cancel();
                rows.cancel();
              },
              () -> {});
          if (!wantsMore.test(file)) {
            return true;
          }
        } finally {
          Files.deleteIfExists(file);
        }
      }
      return !some.more;
    } catch (IOException e) {
      throw Problem.of(CoreError.UNAVAILABLE, "could not write to " + limits.temp())
          .cause(e.toString())
          .exception(e);
    }
  }

  private Path file() throws IOException {
    Files.createDirectories(limits.temp());
    Path file = Files.createTempFile(limits.temp(), "look-", ".parquet");
    Files.delete(file);
    return file;
  }

  /** Rows that end after so many, and go on where they ended. */
  private static final class Some implements RowSource {
    private final ChunkRows rows;
    private final int atOnce;
    private RowHash counted = new RowHash();
    private volatile boolean more = true;
    private volatile long read;

    Some(ChunkRows rows, int atOnce) {
      this.rows = rows;
      this.atOnce = atOnce;
    }

    Some again() {
      counted = new RowHash();
      return this;
    }

    @Override
    public boolean next(RowSink sink) {
      long before = counted.rows();
      more = rows.next(new TwoSinks(sink, counted));
      read = read + counted.rows() - before;
      return more && counted.rows() < atOnce;
    }
  }
}
