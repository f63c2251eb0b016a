package dev.tidemill.sources.stage;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobContext;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.proof.RowHash;
import dev.tidemill.sources.proof.StagedPart;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.arrow.ChunkWriter;
import dev.tidemill.sql.parquet.PagedParquetWriter;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Turns rows into an object. Thread-safe. */
public final class PartStager {
  private final ObjectStore objects;
  private final SqlLimits limits;

  /**
   * @param limits of one part; the finished file lies in its temp folder until it is stored
   */
  public PartStager(ObjectStore objects, SqlLimits limits) {
    this.objects = objects;
    this.limits = limits;
  }

  /**
   * What is to be staged.
   *
   * @param mostBytes of one value
   * @param again reads the same rows a second time, when they are to be compared with the source
   */
  record Task(
      String source,
      int ordinal,
      long expectedRows,
      long mostRows,
      long mostBytes,
      @org.jspecify.annotations.Nullable Supplier<ChunkRows> again) {}

  /** More rows than the estimate let expect; the source should have been cut. */
  static final class TooManyRows extends RuntimeException {
    TooManyRows() {
      super("more rows than expected");
    }
  }

  /** Closes the rows. An interruption ends the query at the server and throws. */
  StagedPart stage(Task task, ChunkRows rows, JobContext context) throws InterruptedException {
    Path file = newFile();
    try (rows) {
      var counted = new CountedRows(rows, task.mostRows(), task.mostBytes());
      var writer = new PagedParquetWriter(limits);
      var columns = rows.columns().stream().map(SourceColumn::staged).toList();
      ChunkWriter.Written written =
          OwnThread.call(
              "stage-part",
              () -> writer.write(columns, counted, file),
              () -> {
                writer.cancel();
                rows.cancel();
              },
              () -> report(task, counted.rows(), context));
      RowHash hash = counted.hash();
      requireSame(hash.rows(), written.rows(), task);
      if (task.again() != null) {
        compare(task, task.again().get(), hash);
      }
      return store(task, file, written, hash, context);
    } finally {
      discard(file);
    }
  }

  private static void compare(Task task, ChunkRows rows, RowHash staged)
      throws InterruptedException {
    try (rows) {
      var again = new CountedRows(rows, Long.MAX_VALUE, Long.MAX_VALUE);
      OwnThread.call("verify-part", again::drain, rows::cancel, () -> {});
      if (!again.hash().hex().equals(staged.hex()) || again.hash().rows() != staged.rows()) {
        throw Problem.of(
                SourceError.STAGED_PART_WRONG,
                "the staged part %s is wrong"
                    .formatted(StagedPart.name(task.source(), task.ordinal())))
            .field(StagedPart.name(task.source(), task.ordinal()))
            .cause("the source, read again under the same snapshot, has other rows")
            .exception();
      }
    }
  }

  private StagedPart store(
      Task task, Path file, ChunkWriter.Written written, RowHash hash, JobContext context) {
    String name = StagedPart.name(task.source(), task.ordinal());
    String object = context.outputName(name);
    objects.put(ObjectKey.of(object), Content.given(file));
    return new StagedPart(
        task.source(),
        task.ordinal(),
        object,
        written.rows(),
        written.bytes(),
        hash.hex(),
        written.sha256());
  }

  private static void report(Task task, long rows, JobContext context) {
    double share = Math.min(0.99, (double) rows / Math.max(1, task.expectedRows()));
    context.progress(share, "%,d rows of %s".formatted(rows, task.source()));
  }

  private static void requireSame(long sent, long written, Task task) {
    if (sent != written) {
      throw Problem.of(
              SourceError.STAGED_PART_WRONG,
              "%d rows of %s were decoded, %d written".formatted(sent, task.source(), written))
          .exception();
    }
  }

  private Path newFile() {
    try {
      Files.createDirectories(limits.temp());
      Path file = Files.createTempFile(limits.temp(), "part-", ".parquet");
      Files.delete(file);
      return file;
    } catch (IOException e) {
      throw local("could not write to " + limits.temp(), e);
    }
  }

  private static void discard(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw local("could not remove " + file, e);
    }
  }

  private static RuntimeException local(String what, IOException e) {
    return Problem.of(CoreError.UNAVAILABLE, what).cause(e.toString()).exception(e);
  }
}
