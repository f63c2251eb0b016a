package dev.tidemill.reconcile.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.reconcile.check.KeyGuess.ColumnCounts;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R2")
class KeyGuessTest {

  @Test
  void a_unique_column_that_sounds_like_a_key_is_preferred() {
    var guess =
        KeyGuess.of(
            List.of(
                new ColumnCounts("email", 1000, 1000, 0),
                new ColumnCounts("Customer ID", 1000, 1000, 0),
                new ColumnCounts("id", 1000, 999, 0)));
    assertThat(guess.columns()).containsExactly("Customer ID");
    assertThat(guess.confidence()).isBetween(0.85, 0.9);
  }

  @Test
  void without_a_unique_column_a_person_has_to_say() {
    assertThat(
            KeyGuess.of(
                List.of(
                    new ColumnCounts("id", 10, 9, 0),
                    new ColumnCounts("uuid", 10, 9, 1),
                    new ColumnCounts("no", 0, 0, 0))))
        .isEqualTo(new KeyGuess(List.of(), 0));
  }

  @Test
  void few_rows_prove_little() {
    assertThat(KeyGuess.of(List.of(new ColumnCounts("id", 1, 1, 0))).confidence()).isEqualTo(0.5);
    assertThat(KeyGuess.of(List.of(new ColumnCounts("id", 9999, 9999, 0))).confidence())
        .isGreaterThan(0.99);
  }
}
