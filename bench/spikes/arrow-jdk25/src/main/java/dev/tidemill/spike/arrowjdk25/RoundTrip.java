package dev.tidemill.spike.arrowjdk25;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.RootAllocator;
import org.duckdb.DuckDBConnection;

/** Child process: samples through Arrow and DuckDB into Parquet and back, compared exactly. */
public final class RoundTrip {
  public static void main(String[] args) throws Exception {
    long rows = Long.parseLong(args[0]);
    Path file = Files.createTempFile(Path.of("target"), "samples", ".parquet");
    long left;
    try (var duckdb = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:");
        var sql = duckdb.createStatement()) {
      try (var allocator = new RootAllocator()) {
        write(duckdb, sql, allocator, 10_000, file);
        long start = System.nanoTime();
        write(duckdb, sql, allocator, rows, file);
        double seconds = (System.nanoTime() - start) / 1e9;
        left = allocator.getAllocatedMemory();
        System.out.printf(
            "wrote=%.0f bytes=%d left=%d peak=%d ",
            rows / seconds, Files.size(file), left, allocator.getPeakMemoryAllocation());
      }
      long start = System.nanoTime();
      long wrong = compare(sql, file, rows);
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf("checked=%.0f wrong=%d%n", rows / seconds, wrong);
      System.exit(wrong == 0 && left == 0 ? 0 : 1);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void write(
      DuckDBConnection duckdb, Statement sql, RootAllocator allocator, long rows, Path file)
      throws SQLException, IOException {
    try (var reader = new SampleReader(allocator, rows);
        var stream = ArrowArrayStream.allocateNew(allocator)) {
      Data.exportArrayStream(allocator, reader, stream);
      // A registered stream can be read once only, hence a new name each time.
      String name = "samples_" + rows;
      duckdb.registerArrowStream(name, stream);
      sql.execute("COPY (FROM " + name + ") TO '" + file + "' (FORMAT parquet, COMPRESSION zstd)");
    }
  }

  private static long compare(Statement sql, Path file, long rows) throws SQLException {
    long wrong = 0;
    long row = 0;
    try (ResultSet read = sql.executeQuery("FROM read_parquet('" + file + "')")) {
      for (; read.next(); row++) {
        Sample found = sample(read);
        if (!found.equals(Sample.of(row))) {
          if (wrong++ < 3) {
            System.err.println("expected " + Sample.of(row) + "\n   found " + found);
          }
        }
      }
    }
    return wrong + Math.abs(rows - row);
  }

  /** Record equality compares doubles by their bits and decimals with their scale. */
  private static Sample sample(ResultSet read) throws SQLException {
    int small = read.getInt(1);
    Integer smallOrNull = read.wasNull() ? null : small;
    long big = read.getLong(2);
    Long bigOrNull = read.wasNull() ? null : big;
    double real = read.getDouble(3);
    Double realOrNull = read.wasNull() ? null : real;
    LocalDateTime time = read.getObject(6, LocalDateTime.class);
    return new Sample(
        smallOrNull,
        bigOrNull,
        realOrNull,
        read.getBigDecimal(4),
        read.getString(5),
        time == null ? null : micros(time),
        read.getLong(7));
  }

  private static long micros(LocalDateTime time) {
    return time.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + time.getNano() / 1000;
  }
}
