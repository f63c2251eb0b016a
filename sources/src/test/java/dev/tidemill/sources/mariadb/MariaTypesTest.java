package dev.tidemill.sources.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sql.arrow.RowTexts;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every type against the text it ought to become. */
@Tag("R8")
class MariaTypesTest {
  private static MariaDatabase database;

  @BeforeAll
  static void create() {
    database = MariaDatabase.create();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "tinyint | BIGINT | -128;127 | -128;127",
        "tinyint(1) | BIGINT | 0;1;5 | 0;1;5",
        "int unsigned | BIGINT | 4294967295 | 4294967295",
        "bigint | BIGINT | -9223372036854775808;9223372036854775807 | -9223372036854775808;9223372036854775807",
        "bigint unsigned | DECIMAL(20, 0) | 18446744073709551615 | 18446744073709551615",
        "bit(5) | BIGINT | b'10101' | 21",
        "bit(64) | DECIMAL(20, 0) | 18446744073709551615 | 18446744073709551615",
        "year | BIGINT | 2026 | 2026",
        "decimal(12,2) | DECIMAL(12, 2) | -1234567890.12;0.5 | -123456789012;50",
        "decimal(38,10) | DECIMAL(38, 10) | 1234567890123456789012345678.0123456789 | 12345678901234567890123456780123456789",
        "decimal(60,5) | VARCHAR | 1.5 | '1.50000'",
        "float | DOUBLE | 0.1;16777216 | 0.10000000149011612;1.6777216E7",
        "double | DOUBLE | 0.1;-0e0;1.7976931348623157e308 | 0.1;-0.0;1.7976931348623157E308",
        "date | DATE | '2026-11-15';'1000-01-01' | day 20772;day -354285",
        "datetime(6) | TIMESTAMP | '2026-11-15 08:30:00.250001' | at 1794731400250001",
        "timestamp(3) NULL | TIMESTAMP | '2026-11-15 08:30:00.250' | at 1794731400250000",
        "time(3) | VARCHAR | '-838:59:59' | '-838:59:59.000'",
        "char(5) | VARCHAR | 'ab   ' | 'ab'",
        "varchar(20) CHARACTER SET latin1 | VARCHAR | 'é' | 'é'",
        "text | VARCHAR | 'tide 🌊' | 'tide 🌊'",
        "enum('a','b') | VARCHAR | 'b' | 'b'",
        "set('a','b') | VARCHAR | 'a,b' | 'a,b'",
        "json | VARCHAR | '[1, null]' | '[1, null]'",
        "uuid | VARCHAR | '6c0c9a1e-0000-4000-8000-00000000ffff' | '6c0c9a1e-0000-4000-8000-00000000ffff'",
        "inet6 | VARCHAR | '::1' | '::1'",
        "varbinary(4) | VARBINARY | x'00ff' | x00ff",
        "blob | VARBINARY | x'' | x",
        "point | VARCHAR | POINT(1, 2) | 'POINT(1 2)'"
      })
  void every_type_is_staged_as_stated(String type, String staged, String values, String found) {
    database.execute("DROP TABLE IF EXISTS t", "SET time_zone = '+00:00'");
    database.execute("CREATE TABLE t (v " + type + ")");
    for (String value : values.split(";")) {
      database.execute("INSERT INTO t VALUES (" + value + ")");
    }
    database.execute("INSERT INTO t VALUES (NULL)");
    var request = SourceRequest.all(database.uri("t"), Credential.NONE);
    try (var session = new MariaDbConnector().open(request);
        var rows = session.read(new Chunk.Whole())) {
      assertThat(session.columns().getFirst().type()).hasToString(staged);
      var sink = new RowTexts();
      while (rows.next(sink)) {}
      var texts = sink.rows().stream().map(List::getFirst).toList();
      assertThat(texts.subList(0, texts.size() - 1)).containsExactly(found.split(";"));
      assertThat(texts.getLast()).isEqualTo("null");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {"date | '0000-00-00'", "datetime | '0000-00-00 00:00:00'", "date | '2026-02-00'"})
  void a_date_that_is_none_is_refused_by_its_columns_name(String type, String value) {
    database.execute("DROP TABLE IF EXISTS t", "CREATE TABLE t (paid_at " + type + ")");
    database.executeLoosely("INSERT INTO t VALUES (" + value + ")");
    var request = SourceRequest.all(database.uri("t"), Credential.NONE);
    try (var session = new MariaDbConnector().open(request);
        var rows = session.read(new Chunk.Whole())) {
      assertThatThrownBy(() -> rows.next(new RowTexts()))
          .isInstanceOfSatisfying(
              TidemillException.class,
              e -> {
                assertThat(e.code()).isEqualTo(SourceError.SOURCE_VALUE_UNSUPPORTED);
                assertThat(e.problem().field()).isEqualTo("paid_at");
              });
    }
  }
}
