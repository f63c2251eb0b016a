package dev.tidemill.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R5")
class SourceUriTest {

  @Test
  void an_address_is_taken_apart_and_put_together() {
    var parsed =
        SourceUri.parse("postgresql://us%40er:p%3Aw@db_1.local:5433/my%20db?table=pay.orders");
    SourceUri uri = parsed.uri();
    assertThat(uri.scheme()).isEqualTo("postgres");
    assertThat(uri.user()).isEqualTo("us@er");
    assertThat(uri.host()).isEqualTo("db_1.local");
    assertThat(uri.port()).isEqualTo(5433);
    assertThat(uri.database()).isEqualTo("my db");
    assertThat(uri.table()).isEqualTo(new TableName("pay", "orders"));
    assertThat(parsed.credential().reveal()).isEqualTo("p:w");
    assertThat(SourceUri.of(uri.toString())).isEqualTo(uri);
  }

  @Test
  void mysql_and_mariadb_are_one_and_ports_have_defaults() {
    assertThat(SourceUri.of("mysql://u@h/d?table=t").scheme()).isEqualTo("mariadb");
    assertThat(SourceUri.of("mariadb://u@[::1]/d?table=t").port()).isZero();
    assertThat(SourceUri.of("mysql://u@h/d?table=t&sslmode=verify-full").tls())
        .isEqualTo("verify-full");
  }

  @Test
  @Tag("X2")
  void a_password_is_printed_nowhere() {
    var parsed = SourceUri.parse("postgres://u:geheim@h/d?table=t");
    assertThat(parsed.toString()).doesNotContain("geheim");
    assertThatThrownBy(() -> SourceUri.of("postgres://u:geheim@h/d?table=t"))
        .satisfies(e -> assertThat(((TidemillException) e).problem().toString()))
        .hasMessageNotContaining("geheim");
    assertThatThrownBy(() -> SourceUri.parse("postgres://u:geheim@h:99999/d?table=t"))
        .satisfies(
            e -> assertThat(((TidemillException) e).problem().toString()).doesNotContain("geheim"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "postgres://",
        "postgres://h/d",
        "postgres://h/?table=t",
        "postgres:///d?table=t",
        "oracle://h/d?table=t",
        "jdbc:postgresql://h/d?table=t",
        "postgres://h,evil/d?table=t",
        "postgres://h:0/d?table=t",
        "postgres://h:70000/d?table=t",
        "postgres://h/d?table=a.b.c",
        "postgres://h/d?table=",
        "postgres://h/d?table=a..b",
        "postgres://h/d?table=\"a",
        "postgres://h/d?table=a&table=b",
        "postgres://h/d?table=t&socketFactory=evil.Factory",
        "postgres://h/d?table=t&sslmode=maybe",
        "postgres://h/d?table=t%00",
        "postgres://h/d?table=t%0a",
        "postgres://h/d?table=%zz",
        "postgres://h/d/../e?table=t",
        "postgres://h/d?table=t#x",
        "postgres://u@x@h/d?table=t",
        "mysql://h/d?table=t&allowLocalInfile=true"
      })
  @Tag("X3")
  void hostile_or_broken_addresses_are_refused_by_name(String text) {
    assertThatThrownBy(() -> SourceUri.parse(text))
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> {
              assertThat(e.code()).isEqualTo(SourceError.INVALID_SOURCE_URI);
              assertThat(e.problem().field()).isEqualTo("uri");
              assertThat(e.problem().cause()).isNotBlank();
            });
  }
}
