package dev.tidemill.sources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.sql.SqlType;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is left to a source, and what to the engine. */
@Tag("R1")
class HintsTest {
  private static final List<SourceColumn> COLUMNS =
      List.of(
          column("small", SqlType.BIGINT, "smallint"),
          column("whole", SqlType.BIGINT, "integer"),
          column("big", SqlType.BIGINT, "bigint"),
          column("year", SqlType.BIGINT, "year(4)"),
          column("money", SqlType.decimal(12, 2), "numeric(12,2)"),
          column("real", SqlType.DOUBLE, "real"),
          column("text", SqlType.VARCHAR, "character varying(20)"),
          column("uuid", SqlType.VARCHAR, "uuid"),
          column("day", SqlType.DATE, "date"),
          column("at", SqlType.TIMESTAMP, "timestamp with time zone"),
          column("on", SqlType.BOOLEAN, "boolean"));

  @ParameterizedTest
  @CsvSource({
    "small, GT, 32767, NUMBER, true",
    "small, GT, 32768, NUMBER, false",
    "whole, GT, 2147483648, NUMBER, false",
    "big, LTE, 9223372036854775807, NUMBER, true",
    "big, LTE, 9223372036854775808, NUMBER, false",
    "big, EQ, 1.5, NUMBER, false",
    "year, LT, 70, NUMBER, false",
    "money, NEQ, 1.25, NUMBER, true",
    "money, GT, 1.255, NUMBER, false",
    "money, LT, 10000000000, NUMBER, false",
    "real, GT, 0.1, NUMBER, false",
    "text, EQ, x, TEXT, true",
    "text, GT, x, TEXT, false",
    "text, NEQ, x, TEXT, false",
    "text, EQ, 1, NUMBER, false",
    "text, EQ, '[\"a\",\"b\"]', TEXT, false",
    "TEXT, EQ, x, TEXT, false",
    "uuid, EQ, x, TEXT, false",
    "day, GT, 2026-01-31, TEXT, true",
    "day, BETWEEN, 2026-01-01;2026-01-31, TEXT, true",
    "day, GT, 2026-02-30, TEXT, false",
    "at, LT, 2026-01-31T12:00:00.123, TEXT, true",
    "at, LT, 2026-01-31T12:00:00.123456, TEXT, false",
    "at, GT, 1900-01-01T00:00:00, TEXT, false",
    "on, EQ, true, TRUTH, true",
    "missing, EQ, x, TEXT, false"
  })
  void a_source_gets_what_it_understands_as_an_engine_does(
      String column, Filter.Op op, String values, Hint.Kind kind, boolean used) {
    var hint = new Hint(column, op, List.of(values.split(";")), kind);
    var request =
        new SourceRequest(
            SourceUri.of("postgres://h/d?table=t"),
            Credential.NONE,
            List.of(),
            null,
            List.of(hint));
    assertThat(request.filters(COLUMNS)).hasSize(used ? 1 : 0);
  }

  private static SourceColumn column(String name, SqlType type, String sourceType) {
    return new SourceColumn(name, type, true, sourceType);
  }
}
