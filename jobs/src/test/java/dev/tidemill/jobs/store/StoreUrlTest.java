package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("X2")
class StoreUrlTest {

  @Test
  void the_password_is_split_off_and_never_shown() {
    StoreUrl url =
        StoreUrl.parse("postgresql://me:s%40cret+1@db.example:5433/tide?sslmode=require");
    assertThat(url.jdbc()).isEqualTo("jdbc:postgresql://db.example:5433/tide?sslmode=require");
    assertThat(url.user()).isEqualTo("me");
    assertThat(url.password()).isEqualTo("s@cret+1");
    assertThat(url).hasToString("postgresql://me@db.example:5433/tide");
  }

  @Test
  void the_port_may_be_left_out() {
    assertThat(StoreUrl.parse("postgres://db/tide").jdbc())
        .isEqualTo("jdbc:postgresql://db:5432/tide");
  }

  @Test
  void a_file_is_an_embedded_store() {
    StoreUrl url = StoreUrl.parse("sqlite:some/where.db");
    assertThat(url.embedded()).isTrue();
    assertThat(url.jdbc()).isEqualTo("jdbc:sqlite:some/where.db");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sqlite:",
        "mysql://root:hunter2@db/x",
        "postgresql://",
        "postgresql://db",
        "postgresql://u:hunter2@db/",
        "postgresql://u:hunter2@ bad/x"
      })
  void anything_else_is_refused_without_showing_a_password(String text) {
    assertThatThrownBy(() -> StoreUrl.parse(text))
        .hasMessageStartingWith("INVALID_CONFIG")
        .hasMessageNotContaining("hunter2");
  }
}
