package dev.tidemill.sources.file;

import static dev.tidemill.sources.file.FileFixture.fails;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.sql.ParquetOptions;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlSession;
import dev.tidemill.sql.SqlType;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R5")
class ParquetFileTest {
  private final Path folder;
  private final NativeFiles files;

  ParquetFileTest(@TempDir Path folder) {
    this.folder = folder;
    this.files = FileFixture.files(folder);
  }

  @Test
  void columns_and_rows_come_from_the_footer() {
    Path path =
        write(
            "SELECT CAST(i AS INTEGER) AS id, CAST(i AS DECIMAL(10, 2)) AS amount,"
                + " 'x' || i AS name, DATE '2026-01-01' AS d, true AS b, 1.5::FLOAT AS f"
                + " FROM range(1000) AS t (i)");
    var file = files.inspect(path, "t.parquet");

    assertThat(file.rows()).isEqualTo(1000);
    assertThat(file.columns())
        .containsExactly(
            new SqlColumn("id", SqlType.BIGINT),
            new SqlColumn("amount", SqlType.decimal(10, 2)),
            new SqlColumn("name", SqlType.VARCHAR),
            new SqlColumn("d", SqlType.DATE),
            new SqlColumn("b", SqlType.BOOLEAN),
            new SqlColumn("f", SqlType.DOUBLE));
    assertThat(FileFixture.read(file, folder).get(7))
        .isEqualTo(List.of(7L, new BigDecimal("7.00"), "x7", LocalDate.of(2026, 1, 1), true, 1.5));
  }

  @ParameterizedTest(name = "{0} becomes {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          TIMESTAMPTZ '2026-01-01 10:00:00+02' | TIMESTAMP | 2026-01-01T08:00
          TIMESTAMP '2026-01-01 10:00:00.000001' | TIMESTAMP | 2026-01-01T10:00:00.000001
          TIMESTAMP_NS '2026-01-01 10:00:00.123456' | TIMESTAMP | 2026-01-01T10:00:00.123456
          TIMESTAMP_MS '2026-01-01 10:00:00.123' | TIMESTAMP | 2026-01-01T10:00:00.123
          TIME '10:00:00' | VARCHAR | 10:00:00
          UUID '87f763c3-1067-4d55-9341-33fdaf34fc86' | VARCHAR | 87f763c3-1067-4d55-9341-33fdaf34fc86
          {'x': 1, 'y': [1, NULL]} | VARCHAR | {"x":1,"y":[1,null]}
          ['a"b'] | VARCHAR | ["a\\"b"]
          MAP {'k': 1} | VARCHAR | {"k":1}
          '{"a": 1}'::JSON | VARCHAR | {"a": 1}
          18446744073709551615::UBIGINT | DECIMAL(20, 0) | 18446744073709551615
          (-128)::TINYINT | BIGINT | -128
          4294967295::UINTEGER | BIGINT | 4294967295
          """)
  void other_types_are_carried_without_loss(String sql, String type, String value) {
    var file = files.inspect(write("SELECT %s AS \"the column\"".formatted(sql)), "t.parquet");

    assertThat(file.columns().getFirst().type()).hasToString(type);
    var read = FileFixture.read(file, folder);
    assertThat(read).hasSize(1);
    assertThat(read.getFirst().getFirst()).hasToString(value.replace("\\\\", "\\"));
  }

  @Test
  void times_finer_than_a_microsecond_are_refused_by_name() {
    Path path =
        write(
            "SELECT 1 AS id, CASE WHEN i = 900 THEN TIMESTAMP_NS '2026-01-01 10:00:00.123456789'"
                + " ELSE TIMESTAMP_NS '2026-01-01 10:00:00' END AS at FROM range(1000) AS t (i)");

    var problem =
        fails(() -> files.inspect(path, "t.parquet"), FileError.PARQUET_COLUMN_UNSUPPORTED);
    assertThat(problem.message()).contains("t.parquet", "column at");
    assertThat(problem.field()).isEqualTo("at");
  }

  @Test
  void a_type_that_cannot_be_carried_is_refused_by_name() {
    Path path = write("SELECT 1 AS id, INTERVAL 1 DAY AS span");

    assertThat(
            fails(() -> files.inspect(path, "t.parquet"), FileError.PARQUET_COLUMN_UNSUPPORTED)
                .message())
        .contains("column span", "INTERVAL");
  }

  @Test
  void a_column_that_comes_twice_is_refused_and_not_renamed() throws IOException {
    Path path = write("SELECT 1 AS id, {'id': 1} AS nested, 2 AS ix");
    byte[] doubled = replaced(Files.readAllBytes(path), "ix", "ID");
    Files.write(path, doubled);

    assertThat(
            fails(() -> files.inspect(path, "t.parquet"), FileError.PARQUET_COLUMN_UNSUPPORTED)
                .message())
        .contains("column ID comes twice");
  }

  @Test
  void decimals_that_are_too_long_are_refused_and_not_rounded() throws IOException {
    Path path = write("SELECT 1 AS id, CAST(1.5 AS DECIMAL(38, 2)) AS amount");
    // Scale 2 and precision 38 in the footer, as Thrift writes them; 39 in its place.
    byte[] longer =
        replaced(Files.readAllBytes(path), "\u0015\u0004\u0015L", "\u0015\u0004\u0015N");
    Files.write(path, longer);

    assertThat(
            fails(() -> files.inspect(path, "t.parquet"), FileError.PARQUET_COLUMN_UNSUPPORTED)
                .message())
        .contains("column amount", "more than 38 digits");
  }

  @Test
  void names_inside_nested_columns_may_repeat() {
    Path path = write("SELECT 1 AS id, {'id': 1, 'v': {'id': 2}} AS a, {'id': 3} AS b, 4 AS v");

    assertThat(files.inspect(path, "t.parquet").columns())
        .extracting(SqlColumn::name)
        .containsExactly("id", "a", "b", "v");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.5, 0.9, 0.999})
  void a_file_that_is_cut_off_is_damaged(double share) throws IOException {
    byte[] whole = Files.readAllBytes(write("SELECT i, 'x' || i AS s FROM range(1000) AS t (i)"));
    Path cut =
        Files.write(
            folder.resolve("cut.parquet"), Arrays.copyOf(whole, (int) (whole.length * share)));

    var problem = fails(() -> files.inspect(cut, "cut.parquet"), FileError.FILE_DAMAGED);
    assertThat(problem.message()).contains("cut.parquet");
    assertThat(problem.next()).isNotBlank();
  }

  @Test
  void a_garbled_footer_is_damaged() throws IOException {
    byte[] bytes = Files.readAllBytes(write("SELECT i, 'x' || i AS s FROM range(1000) AS t (i)"));
    byte[] garbled = bytes.clone();
    Arrays.fill(garbled, bytes.length - 60, bytes.length - 20, (byte) 0xff);
    byte[] longFooter = bytes.clone();
    longFooter[bytes.length - 5] = 0x7f;
    for (byte[] bad : List.of(garbled, longFooter)) {
      Path file = Files.write(folder.resolve("bad.parquet"), bad);
      fails(() -> files.inspect(file, "bad.parquet"), FileError.FILE_DAMAGED);
    }
  }

  @Test
  void something_else_is_found_out() throws IOException {
    Path csv = Files.writeString(folder.resolve("a.parquet"), "id,name\n1,x\n");

    fails(() -> files.inspect(csv, "a.parquet"), FileError.FILE_KIND_UNKNOWN);
  }

  @Test
  void a_table_without_rows_has_columns() {
    var file = files.inspect(write("SELECT 1 AS id, 'x' AS name WHERE 1 = 0"), "t.parquet");

    assertThat(file.rows()).isZero();
    assertThat(file.columns()).extracting(SqlColumn::name).containsExactly("id", "name");
    assertThat(FileFixture.read(file, folder)).isEmpty();
  }

  @Test
  void a_preview_shows_the_first_rows_as_texts() {
    Path path =
        write(
            "SELECT i AS id, CASE WHEN i = 1 THEN NULL ELSE [i] END AS list,"
                + " TIMESTAMP '2026-01-01 10:00:00' AS at FROM range(10) AS t (i) ORDER BY i");
    var preview = files.preview(path, "t.parquet", 2);

    assertThat(preview.columns()).containsExactly("id", "list", "at");
    assertThat(preview.rows())
        .containsExactly(
            List.of("0", "[0]", "2026-01-01 10:00:00"),
            Arrays.asList("1", null, "2026-01-01 10:00:00"));
  }

  @Test
  void hostile_names_stay_names() {
    Path path = write("SELECT 1 AS \"a\"\"; DROP TABLE t; --\", 2 AS \"b'c\"");
    var file = files.inspect(path, "t.parquet");

    assertThat(FileFixture.read(file, folder)).containsExactly(List.of(1L, 2L));
  }

  private Path write(String sql) {
    Path file = folder.resolve("t.parquet");
    try (SqlSession session = FileFixture.ENGINE.open(FileFixture.limits(folder))) {
      session.writeParquet(sql, file, ParquetOptions.DEFAULT);
    }
    return file;
  }

  private static byte[] replaced(byte[] bytes, String from, String to) {
    return new String(bytes, ISO_8859_1).replace(from, to).getBytes(ISO_8859_1);
  }
}
