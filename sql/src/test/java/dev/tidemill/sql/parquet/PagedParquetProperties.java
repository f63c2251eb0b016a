package dev.tidemill.sql.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tidemill.core.DataSize;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlType;
import dev.tidemill.sql.arrow.ArrowParquetReader;
import dev.tidemill.sql.arrow.RowSink;
import dev.tidemill.sql.arrow.RowTexts;
import dev.tidemill.sql.arrow.TwoSinks;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterProperty;

/** DuckDB, which had no part in writing, reads back what was written, value for value. */
@Tag("R8")
class PagedParquetProperties {
  private static final List<SqlColumn> COLUMNS =
      List.of(
          new SqlColumn("steps", SqlType.BIGINT),
          new SqlColumn("wild", SqlType.BIGINT),
          new SqlColumn("flag", SqlType.BOOLEAN),
          new SqlColumn("real", SqlType.DOUBLE),
          new SqlColumn("small", SqlType.decimal(9, 3)),
          new SqlColumn("money", SqlType.decimal(18, 2)),
          new SqlColumn("huge", SqlType.decimal(38, 9)),
          new SqlColumn("few", SqlType.VARCHAR),
          new SqlColumn("many", SqlType.VARCHAR),
          new SqlColumn("raw", SqlType.VARBINARY),
          new SqlColumn("day", SqlType.DATE),
          new SqlColumn("at", SqlType.TIMESTAMP));
  private static final long LAST_DAY = 2_932_896;

  private final Path folder;

  PagedParquetProperties() throws IOException {
    folder = Files.createTempDirectory("paged-parquet");
  }

  @AfterProperty
  void remove() throws IOException {
    Files.deleteIfExists(folder.resolve("part.parquet"));
    Files.delete(folder);
  }

  /**
   * How a generated file looks: whether values are missing, and how wild those are that are not.
   */
  private record Make(Random random, int nullsInHundred, int kinds, boolean wild) {

    void row(int n, RowSink to) {
      for (int column = 0; column < COLUMNS.size(); column++) {
        if (random.nextInt(100) < nullsInHundred) {
          to.nothing(column);
        } else {
          value(n, column, to);
        }
      }
      to.endRow();
    }

    private void value(int n, int column, RowSink to) {
      long any = wild ? random.nextLong() : random.nextInt(1000);
      switch (column) {
        case 0 -> to.bigint(0, wild && n % 97 == 0 ? Long.MIN_VALUE : 7L * n);
        case 1 -> to.bigint(1, any);
        case 2 -> to.bool(2, (any & 1) == 0);
        case 3 -> to.real(3, wild ? Double.longBitsToDouble(canonical(any)) : n / 3.0);
        case 4 -> decimal(to, 4, any % 1_000_000_000L);
        case 5 -> decimal(to, 5, any % 1_000_000_000_000_000_000L);
        case 6 -> to.decimal(6, any >> 2, random.nextLong());
        case 7 -> text(to, 7, "kind " + random.nextInt(kinds));
        case 8 -> text(to, 8, "é".repeat(random.nextInt(20)) + any);
        case 9 -> to.binary(9, bytes(any), 0, (int) (any & 7));
        case 10 -> to.date(10, (int) (Math.abs(any % (LAST_DAY + 719_162)) - 719_162));
        default -> to.timestamp(11, any % 100_000_000_000_000_000L);
      }
    }

    /** One NaN is as good as another. */
    private static long canonical(long bits) {
      return Double.doubleToLongBits(Double.longBitsToDouble(bits));
    }

    private static void decimal(RowSink to, int column, long value) {
      to.decimal(column, value >> 63, value);
    }

    private static void text(RowSink to, int column, String text) {
      byte[] bytes = text.getBytes(UTF_8);
      to.text(column, bytes, 0, bytes.length);
    }

    private static byte[] bytes(long any) {
      return String.format("%08x", (int) any).getBytes(UTF_8);
    }
  }

  @Property(tries = 60)
  void any_values_come_back(
      @ForAll long seed,
      @ForAll @IntRange(max = 3000) int rows,
      @ForAll boolean wild,
      @ForAll @IntRange(max = 5) int nulls) {
    assertComesBack(rows, new Make(new Random(seed), nulls * 20, 1 + rows / 3, wild));
  }

  /** Over pages and row groups, and past the point where a dictionary no longer pays. */
  @Property(tries = 4)
  void many_rows_come_back(@ForAll long seed, @ForAll boolean wild) {
    var random = new Random(seed);
    assertComesBack(
        Shape.MOST_ROWS * 6 + 1 + random.nextInt(Shape.MOST_ROWS),
        new Make(random, random.nextInt(30), Shape.MOST_WORDS - 1 + random.nextInt(3), wild));
  }

  /** A table may have thousands of columns, and each takes room of its own. */
  @Example
  void many_columns_take_little_memory_and_come_back() {
    var columns = new ArrayList<SqlColumn>();
    for (int i = 0; i < 1600; i++) {
      columns.add(new SqlColumn("c" + i, i % 2 == 0 ? SqlType.VARCHAR : SqlType.BIGINT));
    }
    int rows = 1500;
    var number = new AtomicInteger();
    Path file = folder.resolve("part.parquet");
    var limits = new SqlLimits(DataSize.ofMebibytes(512), 1, folder);
    long before = allocated();
    new PagedParquetWriter(limits)
        .write(
            columns,
            sink -> {
              int n = number.getAndIncrement();
              byte[] text = ("text " + n % 40).getBytes(UTF_8);
              for (int i = 0; i < columns.size(); i += 2) {
                sink.text(i, text, 0, text.length);
                sink.bigint(i + 1, n);
              }
              sink.endRow();
              return n + 1 < rows;
            },
            file);
    assertThat(allocated() - before).isLessThan(120L << 20);
    var read = new RowTexts();
    assertThat(new ArrowParquetReader(limits).read(file, columns, read)).isEqualTo(rows);
    assertThat(read.rows().getLast())
        .hasSize(1600)
        .containsOnly("'text " + (rows - 1) % 40 + "'", "" + (rows - 1));
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  private void assertComesBack(int rows, Make make) {
    var sent = new RowTexts();
    var number = new AtomicInteger();
    Path file = folder.resolve("part.parquet");
    var limits = new SqlLimits(DataSize.ofMebibytes(512), 1, folder);
    new PagedParquetWriter(limits)
        .write(
            COLUMNS,
            sink -> {
              if (number.get() == rows) {
                return false;
              }
              make.row(number.getAndIncrement(), new TwoSinks(sink, sent));
              return true;
            },
            file);
    var read = new RowTexts();
    assertThat(new ArrowParquetReader(limits).read(file, COLUMNS, read)).isEqualTo(rows);
    assertThat(read.rows()).isEqualTo(sent.rows());
  }
}
