package dev.tidemill.sources.file;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlLimits;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipException;

/**
 * Looks at CSV and Parquet files, so that an engine can be told how to read them. Thread-safe.
 *
 * <p>{@link #locate} decides what may be read; the other methods read what they are given, also a
 * fetched object, whose own name they are told.
 */
public final class NativeFiles {
  private static final int READ_AT_ONCE = 1 << 16;

  private final SqlEngine engine;
  private final SqlLimits limits;
  private final FilePolicy policy;

  /** The engine reads the footers of Parquet files, within these limits. */
  public NativeFiles(SqlEngine engine, SqlLimits limits, FilePolicy policy) {
    this.engine = engine;
    this.limits = limits;
    this.policy = policy;
  }

  public SqlEngine engine() {
    return engine;
  }

  public SqlLimits limits() {
    return limits;
  }

  /** The file that an address means, links resolved, if there is one and it may be read. */
  public Path locate(String address, Path recipeFolder) {
    return new FileLookup(policy).find(FileAddress.resolve(address, recipeFolder));
  }

  /** Reads what has to be known: all of a CSV file, the footer of a Parquet file. */
  public NativeFile inspect(Path file, String name) {
    FileKind kind = FileKind.of(name);
    return reading(
        name,
        () -> {
          FileStart.check(file, kind, name);
          return kind == FileKind.PARQUET ? parquet(file, name) : csv(file, kind, name);
        });
  }

  /** The first rows as texts. */
  public FilePreview preview(Path file, String name, int rows) {
    FileKind kind = FileKind.of(name);
    return reading(
        name,
        () -> {
          FileStart.check(file, kind, name);
          return kind == FileKind.PARQUET
              ? new ParquetFile(engine, limits, file, name).preview(rows)
              : csvPreview(file, kind, name, rows);
        });
  }

  private NativeFile parquet(Path file, String name) {
    return new ParquetFile(engine, limits, file, name).inspect();
  }

  private NativeFile csv(Path file, FileKind kind, String name) throws IOException {
    try (InputStream in = open(file, kind)) {
      CsvTable table = new CsvScan(in, name).table();
      var quoted = table.columns().stream().map(c -> engine.dialect().quote(c.name())).toList();
      var input = new SqlInput.Csv(List.of(file), table.columns());
      return new NativeFile(name, kind, input, table.columns(), quoted, table.rows());
    }
  }

  private static FilePreview csvPreview(Path file, FileKind kind, String name, int rows)
      throws IOException {
    try (InputStream in = open(file, kind)) {
      var scan = new CsvScan(in, name);
      return new FilePreview(scan.names(), scan.rows(rows));
    }
  }

  private static InputStream open(Path file, FileKind kind) throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      return kind == FileKind.CSV_GZ
          ? new WholeGzip(new BufferedInputStream(in, READ_AT_ONCE), READ_AT_ONCE)
          : in;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private interface Reading<T> {
    T read() throws IOException;
  }

  private static <T> T reading(String name, Reading<T> reading) {
    try {
      return reading.read();
    } catch (NoSuchFileException e) {
      throw FileLookup.missing(name);
    } catch (AccessDeniedException e) {
      throw FileLookup.denied(name, "the process may not read it").exception();
    } catch (EOFException | ZipException e) {
      throw FileStart.damaged(name, "its compression is cut off or garbled");
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  private static TidemillException unreadable(String name, IOException e) {
    return Problem.of(FileError.FILE_UNREADABLE, "%s could not be read".formatted(name))
        .cause(e.toString())
        .exception(e);
  }
}
