package dev.tidemill.sources.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.sql.SqlType;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("R13")
class ColumnTypeTest {

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 | BIGINT
          -5 0 17 | BIGINT
          9223372036854775807 -9223372036854775808 | BIGINT
          9223372036854775808 | DECIMAL(19, 0)
          -9223372036854775809 | DECIMAL(19, 0)
          1 99999999999999999999999999999999999999 | DECIMAL(38, 0)
          100000000000000000000000000000000000000 | VARCHAR
          1.10 | DECIMAL(3, 2)
          1.1 22.345 7 | DECIMAL(5, 3)
          0.05 | DECIMAL(2, 2)
          -.5 | DECIMAL(1, 1)
          0.0 0 | DECIMAL(1, 1)
          -123.45 | DECIMAL(5, 2)
          1234567890123456789012345678.0123456789 | DECIMAL(38, 10)
          12345678901234567890123456789.0123456789 | VARCHAR
          1 0.12345678901234567890123456789012345678 | VARCHAR
          1e5 | DOUBLE
          1e5 2 3.25 | DOUBLE
          -1.5E-3 | DOUBLE
          1E+308 | DOUBLE
          1e309 | VARCHAR
          1e-400 | VARCHAR
          1e5 1234567890123456 | VARCHAR
          007 | VARCHAR
          00123 5 | VARCHAR
          -07 | VARCHAR
          00.5 | VARCHAR
          +1 | VARCHAR
          +1.5 | VARCHAR
          1. | VARCHAR
          . | VARCHAR
          - | VARCHAR
          -. | VARCHAR
          1,5 | VARCHAR
          1.2.3 | VARCHAR
          1e | VARCHAR
          1e+ | VARCHAR
          1d | VARCHAR
          0x10 | VARCHAR
          NaN | VARCHAR
          Infinity | VARCHAR
          true false | BOOLEAN
          TRUE False | BOOLEAN
          true 1 | VARCHAR
          t | VARCHAR
          yes | VARCHAR
          2026-02-28 | DATE
          2024-02-29 0001-01-01 9999-12-31 | DATE
          2000-02-29 | DATE
          2026-02-29 | VARCHAR
          1900-02-29 | VARCHAR
          2026-13-01 | VARCHAR
          2026-04-31 | VARCHAR
          2026-00-01 | VARCHAR
          2026-01-00 | VARCHAR
          0000-01-01 | VARCHAR
          2026-1-1 | VARCHAR
          26-01-01 | VARCHAR
          20a6-01-01 | VARCHAR
          2026/01/01 | VARCHAR
          2026-01-01 7 | VARCHAR
          2026-01-01T00:00:00 | TIMESTAMP
          2026-01-01T23:59:59.999999 2026-01-01T00:00:00.1 | TIMESTAMP
          2026-01-01T00:00:00Z 2026-01-01T00:00:00+00:00 2026-01-01T00:00:00.5+00 | TIMESTAMP
          2026-01-01T00:00:00+02:00 | VARCHAR
          2026-01-01T00:00:00+00:30 | VARCHAR
          2026-01-01T00:00:00-05 | VARCHAR
          2026-01-01T00:00:00Z 2026-01-01T00:00:00 | VARCHAR
          2026-01-01T00:00:00 2026-01-01 | VARCHAR
          2026-01-01T00:00:00.1234567 | VARCHAR
          2026-01-01T00:00:00. | VARCHAR
          2026-01-01T24:00:00 | VARCHAR
          2026-01-01T00:60:00 | VARCHAR
          2026-01-01T00:00:60 | VARCHAR
          2026-01-01T00:00 | VARCHAR
          2026-01-01x00:00:00 | VARCHAR
          2026-01-01T00:00:00z | VARCHAR
          2026-01-01T00:00:00Zx | VARCHAR
          abc 1 | VARCHAR
          """)
  void values_decide_the_type(String values, String type) {
    assertThat(type(List.of(values.split(" ")))).hasToString(type);
  }

  @ParameterizedTest
  @CsvSource({"1", "1.5", "2026-01-01"})
  void spaces_around_a_value_make_it_a_text(String value) {
    assertThat(type(List.of(" " + value))).isEqualTo(SqlType.VARCHAR);
    assertThat(type(List.of(value + " "))).isEqualTo(SqlType.VARCHAR);
  }

  @ParameterizedTest
  @CsvSource({"1, BIGINT", "x, VARCHAR", "1.5, 'DECIMAL(2, 1)'", "true, BOOLEAN"})
  void empty_fields_are_of_any_type(String value, String type) {
    assertThat(type(List.of("", value, ""))).hasToString(type);
    assertThat(type(List.of("", ""))).isEqualTo(SqlType.VARCHAR);
  }

  private static SqlType type(List<String> values) {
    var type = new ColumnType();
    for (String value : values) {
      byte[] bytes = (">" + value + "<").getBytes(UTF_8);
      type.see(bytes, 1, bytes.length - 1);
    }
    return type.type();
  }
}
