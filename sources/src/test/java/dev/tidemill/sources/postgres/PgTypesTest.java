package dev.tidemill.sources.postgres;

import static dev.tidemill.sources.postgres.PgFixture.CONNECTOR;
import static dev.tidemill.sources.postgres.PgFixture.all;
import static dev.tidemill.sources.postgres.PgFixture.drain;
import static dev.tidemill.sources.postgres.PgFixture.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.SourceError;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decoded values against the server's own text of them. */
@Tag("R8")
class PgTypesTest {
  private static PostgresDatabase database;

  @BeforeAll
  static void create() {
    database = Servers.newPostgresDatabase();
    execute(
        database,
        "CREATE TYPE mood AS ENUM ('high', 'low')",
        "CREATE TYPE pair AS (a int, b text)",
        "CREATE DOMAIN amount AS numeric(10, 2)",
        "CREATE DOMAIN fee AS amount");
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "boolean | BOOLEAN | true;false",
        "smallint | BIGINT | -32768;0;32767",
        "integer | BIGINT | -2147483648;7;2147483647",
        "bigint | BIGINT | -9223372036854775808;9223372036854775807",
        "oid | BIGINT | 0;4294967295",
        "real | DOUBLE | 0.1;-0;NaN;Infinity;-Infinity;1e-45;3.4028235e38",
        "double precision | DOUBLE | 0.1;-0;NaN;Infinity;-Infinity;2.5e-308;1.7976931348623157e308",
        "numeric(10,2) | DECIMAL(10, 2) | 0;-0.01;99999999.99;-99999999.99;100;20000",
        "numeric(38,0) | DECIMAL(38, 0) | 99999999999999999999999999999999999999;-1;10000000000000000",
        "numeric(38,38) | DECIMAL(38, 38) | 0.00000000000000000000000000000000000001;-0.99999999999999999999999999999999999999",
        "numeric(5,-2) | DECIMAL(7, 0) | 100;-9999900;0",
        "numeric(2,4) | DECIMAL(4, 4) | 0.0099;-0.0001",
        "numeric | DECIMAL(38, 9) | 0;1.5;-123456789012345678901234567.123456789;0.000000001;1e20",
        "numeric(60,4) | VARCHAR | 123456789012345678901234567890123456789012345678901234.1234;NaN",
        "fee | DECIMAL(10, 2) | 12.30;-0.5",
        "text | VARCHAR | ;a;tide 🌊;x\"'\\",
        "varchar(20) | VARCHAR | é;plain",
        "char(5) | VARCHAR | ab;abcde",
        "bytea | VARBINARY | \\x;\\x00ff",
        "date | DATE | 0001-01-01;1969-12-31;2000-01-01;9999-12-31",
        "timestamp | TIMESTAMP | 0001-01-01 00:00:00;1969-12-31 23:59:59.999999;2026-11-15 08:30:00.25;9999-12-31 23:59:59.999999",
        "timestamptz | TIMESTAMP | 2026-03-29 02:30:00+02;1970-01-01 00:00:00+00",
        "time | VARCHAR | 08:30:00.5;24:00:00",
        "timetz | VARCHAR | 08:30:00+02",
        "interval | VARCHAR | 1 year 2 mons -3 days 04:05:06.7",
        "uuid | VARCHAR | 6c0c9a1e-0000-4000-8000-00000000ffff",
        "json | VARCHAR | {\"a\" : 1}",
        "jsonb | VARCHAR | {\"a\": [1, null]}",
        "inet | VARCHAR | 10.0.0.1/8",
        "int[] | VARCHAR | {1,NULL,3}",
        "mood | VARCHAR | low",
        "pair | VARCHAR | (1,x)",
        "money | VARCHAR | $1.50",
        "bit(3) | VARCHAR | 101",
        "int4range | VARCHAR | [1,5)",
        "xml | VARCHAR | <a/>",
        "point | VARCHAR | (1,2)",
        "tsvector | VARCHAR | 'a':1 'b':2",
        "name | VARCHAR | pg",
        "macaddr | VARCHAR | 08:00:2b:01:02:03"
      })
  void every_type_is_staged_as_stated(String type, String staged, String values) {
    execute(database, "DROP TABLE IF EXISTS t", "CREATE TABLE t (n serial, v " + type + ")");
    List<String> all = List.of(values == null ? new String[] {""} : values.split(";", -1));
    all.forEach(
        v -> execute(database, "INSERT INTO t (v) VALUES ('%s')".formatted(v.replace("'", "''"))));
    execute(database, "INSERT INTO t (v) VALUES (NULL)");
    try (var session = CONNECTOR.open(all(database, "public.t"))) {
      var column = session.columns().getLast();
      assertThat(column.type()).hasToString(staged);
      var sink = new CanonicalText(session.columns());
      drain(session.read(new Chunk.Whole()), sink);
      assertThat(sink.column(1)).isEqualTo(ServerText.of(database, "t", "v", column.type()));
      assertThat(sink.column(1)).hasSize(all.size() + 1).endsWith((String) null);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "numeric | NaN",
        "numeric | Infinity",
        "numeric | 0.0000000001",
        "numeric | 1e30",
        "numeric(10,2) | NaN",
        "date | infinity",
        "date | 0044-03-15 BC",
        "date | 10000-01-01",
        "timestamp | -infinity",
        "timestamp | 0044-03-15 12:00:00 BC",
        "timestamptz | infinity"
      })
  void a_value_that_does_not_fit_is_refused_by_its_columns_name(String type, String value) {
    execute(
        database,
        "DROP TABLE IF EXISTS t",
        "CREATE TABLE t (paid_at " + type + ")",
        "INSERT INTO t VALUES ('" + value + "')");
    try (var session = CONNECTOR.open(all(database, "public.t"))) {
      var rows = session.read(new Chunk.Whole());
      assertThatThrownBy(() -> drain(rows, new CanonicalText(session.columns())))
          .isInstanceOfSatisfying(
              TidemillException.class,
              e -> {
                assertThat(e.code()).isEqualTo(SourceError.SOURCE_VALUE_UNSUPPORTED);
                assertThat(e.problem().field()).isEqualTo("paid_at");
              });
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.0000000001 | 1E-10",
        "-1.00000000005 | -1.00000000005",
        "123456789012345678901234567890 | 1.2345678901234567890123456789E+29",
        "1e30 | 1E+30",
        "-1e100000 | -1E+100000",
        "99999999999999999999999999999.9999999999 | 99999999999999999999999999999.9999999999"
      })
  void a_number_that_does_not_fit_is_refused_by_column_and_value(String value, String shown) {
    execute(
        database,
        "DROP TABLE IF EXISTS t",
        "CREATE TABLE t (id int, amount numeric)",
        "INSERT INTO t VALUES (1, 99999999999999999999999999999.999999999), (2, " + value + ")");
    try (var session = CONNECTOR.open(all(database, "public.t"))) {
      var rows = session.read(new Chunk.Whole());
      var sink = new CanonicalText(session.columns());
      assertThatThrownBy(() -> drain(rows, sink))
          .hasMessageContaining(
              "column amount (numeric) holds %s, which DECIMAL(38, 9) cannot hold exactly"
                  .formatted(shown));
      assertThat(sink.column(1)).containsExactly("99999999999999999999999999999.999999999");
    }
  }

  @Test
  void huge_values_come_whole() {
    execute(
        database,
        "DROP TABLE IF EXISTS t",
        "CREATE TABLE t AS SELECT repeat('é', 20000000) AS v, repeat('x', 3)::bytea AS w");
    try (var session = CONNECTOR.open(all(database, "public.t"))) {
      var sink = new CanonicalText(session.columns());
      drain(session.read(new Chunk.Whole()), sink);
      assertThat(sink.column(0).getFirst()).hasSize(20_000_000);
    }
  }
}
