package dev.tidemill.reconcile.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.reconcile.recipe.Filter;
import dev.tidemill.reconcile.recipe.RecipeException;
import dev.tidemill.reconcile.recipe.Scope;
import dev.tidemill.sources.Connectors;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.SourcePolicy;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceUri;
import dev.tidemill.sources.file.FilePolicy;
import dev.tidemill.sources.file.NativeFiles;
import dev.tidemill.sources.mariadb.MariaDatabase;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.duckdb.DuckDbEngine;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same rows with filters at the source as without, on real servers: values at the edges of
 * types, texts that collations take for equal, and filters with values of every kind.
 */
@Tag("R1")
@Tag("R6")
class PushDownTest {
  private static final int TRIES = 150;
  private static final int ROWS = 60;
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "-1",
          "1.5",
          "0.1",
          "2.25",
          "70",
          "99",
          "2026",
          "32767",
          "32768",
          "2147483647",
          "2147483648",
          "9007199254740993",
          "9223372036854775807",
          "9223372036854775808",
          "1E+2",
          "0.333");
  private static final List<String> TEXTS =
      List.of(
          "a",
          "A",
          "ä",
          "a ",
          "",
          "b",
          "ss",
          "ß",
          "Z",
          "2026-01-31",
          "1999-12-31",
          "2026-01-31T12:00:00",
          "2026-01-31T12:00:00.500",
          "2026-01-31T12:00:00.123456",
          "1969-12-31T23:59:59",
          "9999-12-31",
          "00000000-0000-0000-0000-00000000000a",
          "[\"a\"]",
          "it's \\ \"so\"");

  private final NativeFiles files;
  private final Connectors connectors =
      Connectors.standard(SourcePolicy.anywhere(), new SystemTime());

  PushDownTest(@TempDir Path folder) {
    var limits = new SqlLimits(DataSize.ofMebibytes(256), 1, folder.resolve("temp"));
    files = new NativeFiles(new DuckDbEngine(), limits, FilePolicy.ANY);
  }

  @Test
  void filters_at_postgresql_never_change_the_rows() throws Exception {
    List<List<String>> columns =
        List.of(
            List.of("small", "smallint", "0", "1", "-1", "70", "99", "2026", "32767"),
            List.of("whole", "integer", "0", "1", "32768", "2147483647"),
            List.of("big", "bigint", "1", "9007199254740993", "9223372036854775807"),
            List.of("money", "numeric(12, 2)", "1.5", "2.25", "0.10", "100"),
            List.of("loose", "numeric", "1.5", "0.333", "70"),
            List.of("four", "real", "0.1", "1.5", "0.333"),
            List.of("eight", "double precision", "0.1", "1.5", "'NaN'"),
            List.of("word", "text", "'a'", "'A'", "'ä'", "'a '", "''", "'it''s \\ \"so\"'"),
            List.of("loosely", "text COLLATE folded", "'a'", "'A'", "'ß'", "'ss'"),
            List.of("padded", "char(5)", "'a'", "'Z'", "''"),
            List.of("id", "uuid", "'00000000-0000-0000-0000-00000000000A'"),
            List.of("day", "date", "'2026-01-31'", "'1999-12-31'", "'9999-12-31'"),
            List.of("at", "timestamp", "'2026-01-31T12:00:00.123456'", "'1969-12-31T23:59:59'"),
            List.of("zoned", "timestamptz", "'2026-01-31T12:00:00Z'", "'2026-01-31T12:00:00.5Z'"),
            List.of("yes", "boolean", "true", "false"));
    try (PostgresDatabase database = Servers.newPostgresDatabase();
        Connection connection = database.connect();
        Statement sql = connection.createStatement()) {
      sql.execute(
          "CREATE COLLATION folded (provider = icu, locale = 'und-u-ks-level1', deterministic = false)");
      for (String statement : table(columns)) {
        sql.execute(statement);
      }
      String address = database.url().replaceFirst("^[a-z]+://", "postgres://") + "?table=t";
      compare(SourceUri.of(address), columns);
    }
  }

  @Test
  void filters_at_mariadb_never_change_the_rows() throws Exception {
    List<List<String>> columns =
        List.of(
            List.of("tiny", "tinyint", "0", "1", "-1", "70", "99"),
            List.of("whole", "int", "0", "1", "32768", "2147483647"),
            List.of("big", "bigint", "1", "9007199254740993", "9223372036854775807"),
            List.of("huge", "bigint unsigned", "1", "9223372036854775808"),
            List.of("annum", "year", "1970", "1999", "2026", "2001"),
            List.of("money", "decimal(12, 2)", "1.5", "2.25", "0.10", "100"),
            List.of("four", "float", "0.1", "1.5", "0.333"),
            List.of("eight", "double", "0.1", "1.5"),
            List.of("word", "varchar(40)", "'a'", "'A'", "'ä'", "'a '", "''", "'ß'", "'ss'"),
            List.of("exact", "text COLLATE utf8mb4_bin", "'a'", "'A'", "'it''s'"),
            List.of("latin", "varchar(9) CHARACTER SET latin1", "'a'", "'ä'"),
            List.of("day", "date", "'2026-01-31'", "'1999-12-31'", "'9999-12-31'"),
            List.of("at", "datetime(6)", "'2026-01-31T12:00:00.123456'", "'1969-12-31T23:59:59'"),
            List.of("zoned", "timestamp(3) NULL", "'2026-01-31T12:00:00.500'"));
    try (MariaDatabase database = MariaDatabase.create()) {
      database.execute(table(columns).toArray(String[]::new));
      compare(database.uri("t"), columns);
    }
  }

  /** Every value of each column stands in some row, and NULL. */
  private static List<String> table(List<List<String>> columns) {
    var statements = new ArrayList<String>();
    statements.add(
        columns.stream()
            .map(c -> c.get(0) + " " + c.get(1))
            .collect(Collectors.joining(", ", "CREATE TABLE t (n int, ", ")")));
    for (int i = 0; i < ROWS; i++) {
      int row = i;
      statements.add(
          IntStream.range(0, columns.size())
              .mapToObj(c -> value(columns.get(c), row + c))
              .collect(Collectors.joining(", ", "INSERT INTO t VALUES (" + row + ", ", ")")));
    }
    return statements;
  }

  private static String value(List<String> column, int i) {
    int n = i % (column.size() - 1);
    return n == column.size() - 2 ? "NULL" : column.get(2 + n);
  }

  /** Filters that some server is known to see otherwise than the engine, then any. */
  private void compare(SourceUri uri, List<List<String>> columns) throws Exception {
    for (List<String> column : columns) {
      for (Filter trap : traps(column.getFirst())) {
        same(uri, trap, "a trap");
      }
    }
    long seed = new Random().nextLong();
    var random = new Random(seed);
    int fitting = 0;
    for (int i = 0; i < TRIES; i++) {
      Filter filter = filter(columns.get(i % columns.size()).getFirst(), random);
      fitting += same(uri, filter, "seed " + seed) ? 1 : 0;
    }
    assertThat(fitting).isGreaterThan(TRIES / 5);
  }

  private static List<Filter> traps(String column) {
    return switch (column) {
      case "four" ->
          List.of(number(column, Filter.Op.GT, "0.1"), number(column, Filter.Op.NEQ, "0.333"));
      case "small" -> List.of(number(column, Filter.Op.LT, "32768"));
      case "whole" ->
          List.of(number(column, Filter.Op.LT, "2147483648"), number(column, Filter.Op.GT, "0.5"));
      case "big" -> List.of(number(column, Filter.Op.LT, "9223372036854775808"));
      case "annum" -> List.of(number(column, Filter.Op.GT, "70"));
      case "word", "loosely", "padded" ->
          List.of(
              text(column, Filter.Op.NEQ, "A"),
              text(column, Filter.Op.GT, "Z"),
              text(column, Filter.Op.LT, "a"));
      case "id" -> List.of(text(column, Filter.Op.EQ, "none"));
      case "at", "zoned" ->
          List.of(
              text(column, Filter.Op.LT, "2026-01-31T12:00:00.123457"),
              text(column, Filter.Op.GT, "1900-01-01T00:00:00"));
      default -> List.of();
    };
  }

  private static Filter number(String column, Filter.Op op, String value) {
    return new Filter(column, op, List.of(new Filter.Value.Amount(new BigDecimal(value))));
  }

  private static Filter text(String column, Filter.Op op, String value) {
    return new Filter(column, op, List.of(new Filter.Value.Text(value)));
  }

  /** False when the filter fits no such column. */
  private boolean same(SourceUri uri, Filter filter, String why) throws Exception {
    var scope = new Scope(List.of(filter), List.of("n"), Scope.MOST);
    var plain = new SourceRequest(uri, Credential.NONE, List.of(), null);
    List<?> expected;
    try {
      expected = new ScopedLook(files, scope).table(connectors, plain).rows();
    } catch (RecipeException misfit) {
      return false;
    }
    assertThat(new ScopedLook(files, scope).table(connectors, uri, Credential.NONE).rows())
        .as("%s: %s", why, filter)
        .isEqualTo(expected);
    return true;
  }

  private static Filter filter(String column, Random random) {
    List<Filter.Op> ops =
        List.of(
            Filter.Op.EQ,
            Filter.Op.NEQ,
            Filter.Op.GT,
            Filter.Op.GTE,
            Filter.Op.LT,
            Filter.Op.LTE,
            Filter.Op.BETWEEN,
            Filter.Op.IN);
    Filter.Op op = ops.get(random.nextInt(ops.size()));
    int kind = random.nextInt(9);
    var values = new ArrayList<Filter.Value>();
    for (int i = 0; i < (op == Filter.Op.BETWEEN || op == Filter.Op.IN ? 2 : 1); i++) {
      values.add(
          kind < 4
              ? new Filter.Value.Amount(new BigDecimal(NUMBERS.get(random.nextInt(NUMBERS.size()))))
              : kind < 8
                  ? new Filter.Value.Text(TEXTS.get(random.nextInt(TEXTS.size())))
                  : new Filter.Value.Truth(random.nextBoolean()));
    }
    return new Filter(column, op, values);
  }
}
