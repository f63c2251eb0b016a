package dev.tidemill.sql.arrow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every writer of parts keeps. */
@Tag("R8")
abstract class ChunkWriterContract {
  private static final List<SqlColumn> ALL =
      List.of(
          new SqlColumn("b", SqlType.BOOLEAN),
          new SqlColumn("i", SqlType.BIGINT),
          new SqlColumn("d", SqlType.DOUBLE),
          new SqlColumn("money", SqlType.decimal(12, 2)),
          new SqlColumn("huge", SqlType.decimal(38, 9)),
          new SqlColumn("a \"text\"", SqlType.VARCHAR),
          new SqlColumn("raw", SqlType.VARBINARY),
          new SqlColumn("day", SqlType.DATE),
          new SqlColumn("time", SqlType.TIMESTAMP));
  private static final List<SqlColumn> TEXT = List.of(new SqlColumn("t", SqlType.VARCHAR));

  private final Path folder;

  ChunkWriterContract(Path folder) {
    this.folder = folder;
  }

  abstract ChunkWriter writer(SqlLimits limits);

  @Test
  void rows_come_back_as_they_were_over_many_batches() {
    int rows = 150_000;
    var sent = new RowTexts();
    var number = new AtomicInteger();
    var written =
        writer(limits())
            .write(
                ALL,
                sink -> {
                  odd(number.get(), new TwoSinks(sink, sent));
                  return number.incrementAndGet() < rows;
                },
                file());
    var read = new RowTexts();
    assertThat(new ArrowParquetReader(limits()).read(file(), ALL, read)).isEqualTo(rows);
    assertThat(written.rows()).isEqualTo(rows);
    assertThat(written.bytes()).isEqualTo(file().toFile().length());
    assertThat(read.rows()).containsExactlyInAnyOrderElementsOf(sent.rows());
  }

  private static void odd(int n, RowSink to) {
    if (n % 7 == 0) {
      for (int i = 0; i < ALL.size(); i++) {
        to.nothing(i);
      }
      to.endRow();
      return;
    }
    to.bool(0, n % 2 == 0);
    to.bigint(1, n % 5 == 0 ? Long.MIN_VALUE : n);
    to.real(2, n % 11 == 0 ? Double.NaN : n % 13 == 0 ? -0.0 : n / 3.0);
    to.decimal(3, n % 2 == 0 ? 0 : -1, n % 2 == 0 ? n : -n);
    to.decimal(4, n % 2 == 0 ? 0x4b3b4ca85a86c47aL : -0x4b3b4ca85a86c47bL, n % 2 == 0 ? 1 : -1);
    byte[] text = (n % 3 == 0 ? "" : "tide 🌊 " + n).getBytes(UTF_8);
    to.text(5, text, 0, text.length);
    to.binary(6, new byte[] {0, (byte) n, -1}, 0, 3);
    to.date(7, n % 17 == 0 ? -719162 : n);
    to.timestamp(8, n % 19 == 0 ? -1 : n * 1_000_003L);
    to.endRow();
  }

  @Test
  void no_rows_make_a_file_with_its_columns() {
    var written = writer(limits()).write(ALL, sink -> false, file());
    assertThat(written.rows()).isZero();
    assertThat(new ArrowParquetReader(limits()).read(file(), ALL, new RowTexts())).isZero();
  }

  @Test
  void the_error_of_a_source_comes_through_and_no_file_is_left() throws IOException {
    var count = new AtomicInteger();
    assertThatThrownBy(
            () ->
                writer(limits())
                    .write(
                        TEXT,
                        sink -> {
                          if (count.incrementAndGet() > 100_000) {
                            throw new IllegalStateException("the tide is out");
                          }
                          sink.text(0, new byte[] {'a'}, 0, 1);
                          sink.endRow();
                          return true;
                        },
                        file()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the tide is out");
    assertNothingLeft();
  }

  @Test
  void a_cancelled_writer_stops_and_leaves_no_file() throws IOException {
    ChunkWriter writer = writer(limits());
    var count = new AtomicInteger();
    assertThatThrownBy(
            () ->
                writer.write(
                    TEXT,
                    sink -> {
                      if (count.incrementAndGet() == 1000) {
                        writer.cancel();
                      }
                      sink.text(0, new byte[] {'a'}, 0, 1);
                      sink.endRow();
                      return true;
                    },
                    file()))
        .isInstanceOfSatisfying(
            TidemillException.class, e -> assertThat(e.code()).isEqualTo(SqlError.SQL_CANCELLED));
    assertThat(count.get()).isLessThan(2000);
    assertNothingLeft();
  }

  @Test
  void wide_rows_do_not_fill_the_memory() {
    byte[] wide = new byte[1 << 20];
    var count = new AtomicInteger();
    var written =
        writer(limits())
            .write(
                TEXT,
                sink -> {
                  Arrays.fill(wide, (byte) ('a' + count.get() % 26));
                  sink.text(0, wide, 0, wide.length);
                  sink.endRow();
                  return count.incrementAndGet() < 1500;
                },
                file());
    assertThat(written.rows()).isEqualTo(1500);
  }

  private Path file() {
    return folder.resolve("part.parquet");
  }

  private SqlLimits limits() {
    return new SqlLimits(DataSize.ofMebibytes(512), 1, folder);
  }

  private void assertNothingLeft() throws IOException {
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }
}
