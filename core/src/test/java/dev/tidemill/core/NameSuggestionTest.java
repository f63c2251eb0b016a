package dev.tidemill.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NameSuggestionTest {
  private static final List<String> COLUMNS = List.of("amount", "currency", "customer_id");

  @Test
  void the_nearest_name_is_suggested() {
    assertThat(NameSuggestion.closest("amuont", COLUMNS)).contains("amount");
    assertThat(NameSuggestion.closest("custmer_id", COLUMNS)).contains("customer_id");
  }

  @Test
  void what_is_not_near_is_not_suggested() {
    assertThat(NameSuggestion.closest("zebra", COLUMNS)).isEmpty();
    assertThat(NameSuggestion.closest("", COLUMNS)).isEmpty();
  }

  @Test
  void swapped_neighbours_count_as_one_edit() {
    assertThat(NameSuggestion.distance("ab", "ba")).isEqualTo(1);
    assertThat(NameSuggestion.distance("", "abc")).isEqualTo(3);
  }
}
