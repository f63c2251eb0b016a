package dev.tidemill.sql;

import static dev.tidemill.sql.SqlFixture.assertFails;
import static dev.tidemill.sql.SqlFixture.rows;
import static dev.tidemill.sql.SqlFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values mean the same on every engine. Order of calls, sealing, cancelling: the next contract. */
@Tag("R10")
public abstract class SqlEngineContract {
  private static final String MONEY =
      "SELECT CAST(v AS DECIMAL(18, 2)) AS v FROM (VALUES ('0.10'), ('0.20'), ('0.30')) AS t (v)";

  private Path folder;
  private SqlSession session;

  protected abstract SqlEngine engine();

  @BeforeEach
  void open(@TempDir Path temp) {
    folder = temp;
    session = engine().open(SqlFixture.limits(folder.resolve("temp")));
  }

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void every_type_has_one_java_class() {
    try (RowReader reader =
        session.query(
            "SELECT true AS a, CAST(1 AS BIGINT) AS b, CAST(1.5 AS DOUBLE) AS c,"
                + " CAST('1.50' AS DECIMAL(10, 2)) AS d, 'x' AS e, DATE '2026-02-28' AS f,"
                + " TIMESTAMP '2026-02-28 23:59:59.123456' AS g")) {
      assertThat(reader.columns())
          .containsExactly(
              new SqlColumn("a", SqlType.BOOLEAN),
              new SqlColumn("b", SqlType.BIGINT),
              new SqlColumn("c", SqlType.DOUBLE),
              new SqlColumn("d", SqlType.decimal(10, 2)),
              new SqlColumn("e", SqlType.VARCHAR),
              new SqlColumn("f", SqlType.DATE),
              new SqlColumn("g", SqlType.TIMESTAMP));
      assertThat(reader.next()).isTrue();
      for (int i = 0; i < reader.columns().size(); i++) {
        assertThat(reader.value(i)).isInstanceOf(reader.columns().get(i).type().javaClass());
      }
      assertThat(reader.next()).isFalse();
    }
  }

  @Test
  void decimals_are_exact() {
    assertThat(value(session, "SELECT sum(v) FROM (" + MONEY + ") AS m"))
        .isEqualTo(new BigDecimal("0.60"));
    assertThat(
            value(
                session,
                "SELECT CAST('9999999999999999.99' AS DECIMAL(20, 2))"
                    + " + CAST('0.01' AS DECIMAL(20, 2))"))
        .isEqualTo(new BigDecimal("10000000000000000.00"));
    assertThat(
            value(
                session, "SELECT CAST('1.01' AS DECIMAL(10, 2)) * CAST('1.01' AS DECIMAL(10, 2))"))
        .isEqualTo(new BigDecimal("1.0201"));
  }

  @Test
  void a_number_too_large_for_its_type_is_an_error() {
    assertFails(
        () -> rows(session, "SELECT CAST('100.00' AS DECIMAL(4, 2)) AS v"), SqlError.SQL_FAILED);
    assertFails(
        () ->
            rows(
                session,
                "SELECT v + v FROM (VALUES (CAST(9223372036854775807 AS BIGINT))) AS t (v)"),
        SqlError.SQL_FAILED);
  }

  @Test
  void different_numbers_are_counted_whatever_their_range() {
    String numbers = "(VALUES %s) AS t (v)";
    String few = numbers.formatted("(CAST(-3 AS BIGINT)), (-3), (NULL), (4), (0)");
    String wide =
        numbers.formatted(
            "(CAST(-9223372036854775808 AS BIGINT)), (0), (0), (9223372036854775807)");
    String low =
        numbers.formatted(
            "(CAST(-9223372036854775808 AS BIGINT)), (-9223372036854775807), (-9223372036854775807)");
    String high =
        numbers.formatted(
            "(CAST(9223372036854775806 AS BIGINT)), (9223372036854775807), (9223372036854775807)");
    assertThat(different(few, -3, 4)).isEqualTo(3);
    assertThat(different(few, -1_000_000_000_000L, 1_000_000_000_000L)).isEqualTo(3);
    assertThat(different(wide, Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(3);
    assertThat(different(low, Long.MIN_VALUE, Long.MIN_VALUE + 1)).isEqualTo(2);
    assertThat(different(high, Long.MAX_VALUE - 1, Long.MAX_VALUE)).isEqualTo(2);
    assertThat(different(numbers.formatted("(CAST(NULL AS BIGINT))"), 0, 0)).isZero();
  }

  private long different(String from, long least, long most) {
    String count = engine().countDifferent("v", least, most);
    return value(session, "SELECT %s FROM %s".formatted(count, from)) instanceof Number number
        ? number.longValue()
        : 0;
  }

  @Test
  void a_hash_is_the_same_for_the_same_and_rarely_for_others() {
    String hash = engine().hash(List.of("a", "b"));
    String rows =
        "(VALUES ('x', 1), ('x', 1), ('y', 1), ('x', 2), (NULL, 1), (NULL, 1)) AS t (a, b)";
    assertThat(value(session, "SELECT count(DISTINCT %s) FROM %s".formatted(hash, rows)))
        .isEqualTo(4L);
  }

  @Test
  void a_sum_of_whole_numbers_does_not_wrap() {
    Object sum =
        value(
            session,
            "SELECT CAST(sum(CAST(v AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) FROM (VALUES"
                + " (9223372036854775807), (9223372036854775807)) AS t (v)");
    assertThat(sum).isEqualTo(new BigDecimal("18446744073709551614"));
  }

  @Test
  void null_joins_null_only_when_told_to() {
    session.execute("CREATE TABLE l AS SELECT * FROM (VALUES (1), (NULL)) AS t (k)");
    session.execute("CREATE TABLE r AS SELECT * FROM (VALUES (1), (NULL)) AS t (k)");

    assertThat(value(session, "SELECT count(*) FROM l JOIN r ON l.k = r.k")).isEqualTo(1L);
    assertThat(value(session, "SELECT count(*) FROM l JOIN r ON l.k IS NOT DISTINCT FROM r.k"))
        .isEqualTo(2L);
    assertThat(value(session, "SELECT count(*) FROM l LEFT JOIN r ON l.k = r.k")).isEqualTo(2L);
  }

  @Test
  void nan_and_infinity_are_values_and_not_null() {
    assertThat(
            rows(
                session,
                "SELECT CAST('NaN' AS DOUBLE), CAST('Infinity' AS DOUBLE),"
                    + " CAST('-Infinity' AS DOUBLE)"))
        .containsExactly(List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
  }

  @Test
  void text_is_compared_by_its_code_points_and_never_normalised() {
    String composed = engine().dialect().literal("\u00e9");
    String decomposed = engine().dialect().literal("e\u0301");

    assertThat(value(session, "SELECT " + composed + " = " + decomposed)).isEqualTo(false);
    assertThat(value(session, "SELECT 'a' = 'A'")).isEqualTo(false);
    assertThat(value(session, "SELECT 'a' = 'a '")).isEqualTo(false);
    assertThat(
            rows(
                session,
                "SELECT s FROM (VALUES ('🌊'), ('\uffee'), ('Z'), ('a')) AS t (s) ORDER BY s"))
        .containsExactly(List.of("Z"), List.of("a"), List.of("\uffee"), List.of("🌊"));
  }

  @Test
  void timestamps_keep_their_microseconds_on_both_sides_of_1970() throws IOException {
    String first = "0001-01-01 00:00:00.000001";
    String before = "1969-12-31 23:59:59.999999";
    Path file = folder.resolve("t.parquet");
    session.writeParquet(
        "SELECT TIMESTAMP '%s' AS a, TIMESTAMP '%s' AS b, DATE '0001-01-01' AS c"
            .formatted(first, before),
        file,
        ParquetOptions.DEFAULT);
    session.attach("t", new SqlInput.Parquet(List.of(file)));

    assertThat(rows(session, "SELECT * FROM t"))
        .containsExactly(
            List.of(
                LocalDateTime.parse(first.replace(' ', 'T')),
                LocalDateTime.parse(before.replace(' ', 'T')),
                LocalDate.of(1, 1, 1)));
  }

  @Test
  void binary_is_read_as_it_was_written() {
    byte[] bytes = {0, 1, (byte) 0xff, '\''};
    Path file = folder.resolve("b.parquet");
    session.writeParquet("SELECT " + binary("0001ff27") + " AS b", file, ParquetOptions.DEFAULT);
    session.attach("b", new SqlInput.Parquet(List.of(file)));

    assertThat(value(session, "SELECT b FROM b")).isEqualTo(bytes);
  }

  /** A binary literal from hex; engines write it differently. */
  protected abstract String binary(String hex);

  @Test
  void a_table_without_rows_has_columns() throws IOException {
    Path parquet = folder.resolve("empty.parquet");
    assertThat(
            session.writeParquet(
                "SELECT CAST(1 AS BIGINT) AS k, 'x' AS v WHERE 1 = 0",
                parquet,
                ParquetOptions.DEFAULT))
        .isZero();
    Path csv = Files.writeString(folder.resolve("empty.csv"), "k,v\n");
    var columns = List.of(new SqlColumn("k", SqlType.BIGINT), new SqlColumn("v", SqlType.VARCHAR));
    session.attach("p", new SqlInput.Parquet(List.of(parquet)));
    session.attach("c", new SqlInput.Csv(List.of(csv), columns));

    for (String table : List.of("p", "c")) {
      try (RowReader reader = session.query("SELECT * FROM " + table)) {
        assertThat(reader.columns()).isEqualTo(columns);
        assertThat(reader.next()).isFalse();
      }
      assertThat(rows(session, "SELECT count(*), sum(k) FROM " + table).getFirst())
          .containsExactly(0L, null);
    }
  }

  @Test
  void a_table_without_columns_is_refused() {
    assertFails(() -> session.query("CREATE TABLE t (k BIGINT)"), SqlError.SQL_INVALID);
    assertFails(() -> session.query("SELECT * FROM t"), SqlError.SQL_INVALID);
    assertThatThrownBy(() -> new SqlInput.Csv(List.of(folder.resolve("x.csv")), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_csv_is_read_by_its_stated_types_and_an_empty_field_is_null() throws IOException {
    Path csv =
        Files.writeString(
            folder.resolve("a.csv"), "k,v,\"odd \"\"name\"\"\"\n007,1.10,\"x,\"\"y\"\"\"\n8,,\n");
    session.attach(
        "a",
        new SqlInput.Csv(
            List.of(csv),
            List.of(
                new SqlColumn("k", SqlType.VARCHAR),
                new SqlColumn("v", SqlType.decimal(10, 2)),
                new SqlColumn("odd \"name\"", SqlType.VARCHAR))));

    assertThat(rows(session, "SELECT * FROM a"))
        .containsExactly(
            List.of("007", new BigDecimal("1.10"), "x,\"y\""),
            java.util.Arrays.asList("8", null, null));
  }

  @Test
  void several_files_are_one_table_and_their_folders_no_columns() {
    Path one = folder.resolve("day=1/a.parquet");
    Path two = folder.resolve("day=2/a.parquet");
    one.toFile().getParentFile().mkdirs();
    two.toFile().getParentFile().mkdirs();
    session.writeParquet("SELECT 1 AS k", one, ParquetOptions.DEFAULT);
    session.writeParquet("SELECT 2 AS k", two, ParquetOptions.DEFAULT);
    session.attach("t", new SqlInput.Parquet(List.of(one, two)));

    assertThat(rows(session, "SELECT * FROM t ORDER BY k"))
        .containsExactly(List.of(1L), List.of(2L));
  }

  @Test
  void a_type_the_seam_does_not_carry_is_refused_by_name() {
    assertFails(() -> session.query("SELECT TIME '10:00:00' AS t"), SqlError.SQL_UNSUPPORTED_TYPE);
  }
}
