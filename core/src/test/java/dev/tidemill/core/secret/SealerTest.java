package dev.tidemill.core.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("X2")
class SealerTest {
  private final Sealer sealer = Sealer.of(Sealer.newKey());

  @Test
  void what_was_sealed_can_be_opened_and_shows_nothing() {
    for (String secret : new String[] {"", "hunter2", "pässwörd \u0000 \uD83C\uDF0A"}) {
      String sealed = sealer.seal(secret);
      assertThat(sealer.open(sealed)).isEqualTo(secret);
      assertThat(sealed).doesNotContain("hunter2");
    }
  }

  @Test
  void the_same_secret_never_looks_the_same() {
    assertThat(sealer.seal("hunter2")).isNotEqualTo(sealer.seal("hunter2"));
  }

  @Test
  void another_key_opens_nothing() {
    String sealed = sealer.seal("hunter2");
    Sealer other = Sealer.of(Sealer.newKey());
    assertThatThrownBy(() -> other.open(sealed)).isInstanceOf(TidemillException.class);
  }

  @Test
  void one_changed_letter_is_noticed() {
    String sealed = sealer.seal("hunter2");
    int middle = sealed.length() - 8;
    char changed = sealed.charAt(middle) == 'A' ? 'B' : 'A';
    String broken = sealed.substring(0, middle) + changed + sealed.substring(middle + 1);
    assertThatThrownBy(() -> sealer.open(broken)).isInstanceOf(TidemillException.class);
    for (String none : new String[] {"", "hunter2", "sealed:1:", "sealed:1:!!!", "sealed:1:QUJD"}) {
      assertThatThrownBy(() -> sealer.open(none)).isInstanceOf(TidemillException.class);
    }
  }

  @Test
  void a_bad_key_is_refused_and_not_repeated() {
    assertThatThrownBy(() -> Sealer.of("c2hvcnQ="))
        .isInstanceOf(TidemillException.class)
        .hasMessageContaining("32 bytes")
        .hasMessageNotContaining("c2hvcnQ");
  }
}
