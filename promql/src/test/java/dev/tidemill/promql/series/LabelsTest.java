package dev.tidemill.promql.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("Q3")
class LabelsTest {

  @Test
  void the_order_of_construction_does_not_matter() {
    Labels one = Labels.of("job", "api", "__name__", "up");
    Labels other = Labels.of("__name__", "up", "job", "api");

    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other).hasToString("{__name__=up, job=api}");
    assertThat(one.stableHash()).isEqualTo(other.stableHash());
  }

  @Test
  void an_empty_value_is_no_label() {
    assertThat(Labels.of("a", "", "b", "x")).isEqualTo(Labels.of("b", "x"));
    assertThat(Labels.of("b", "x").get("a")).isEmpty();
  }

  @Test
  void labels_cannot_flow_into_each_other() {
    assertThat(Labels.of("a", "bc").stableHash()).isNotEqualTo(Labels.of("ab", "c").stableHash());
    assertThat(Labels.of("a", "b", "c", "d")).isNotEqualTo(Labels.of("a", "d", "c", "b"));
  }

  @Test
  void order_is_by_bytes_name_before_value_and_beginnings_first() {
    List<Labels> ordered =
        List.of(
            Labels.EMPTY,
            Labels.of("A", "z"),
            Labels.of("a", "1"),
            Labels.of("a", "1", "b", "1"),
            Labels.of("a", "10"),
            Labels.of("a", "2"),
            Labels.of("a", "\uffee"),
            Labels.of("a", "🌊"),
            Labels.of("b", "1"));

    assertThat(ordered).isSorted();
  }

  @Test
  void what_is_no_label_is_refused() {
    assertThatThrownBy(() -> Labels.of("a", "1", "a", "2")).isInstanceOf(TidemillException.class);
    assertThatThrownBy(() -> Labels.of("", "1")).isInstanceOf(TidemillException.class);
    assertThatThrownBy(() -> Labels.of("a", "\ud800")).isInstanceOf(TidemillException.class);
    assertThatThrownBy(() -> Labels.of("a")).isInstanceOf(IllegalArgumentException.class);
  }

  /** Data on disk lie by these. If this test fails, the code is wrong, never the numbers. */
  @ParameterizedTest
  @CsvSource({
    "'',efd01f60ba992926,59",
    "up,f1cad56e5418308f,60",
    "http_requests_total,d4ed06ae9238f803,53",
    "温度 ℃ 🌊,bec69a70498796e7,47",
    "a,6d54e95c354480df,27",
    "b,8ff5313a5bf29d52,35"
  })
  void the_hash_and_slot_of_labels_never_change(String metric, String hash, int slot) {
    Labels labels = metric.isEmpty() ? Labels.EMPTY : Labels.of("__name__", metric, "job", "api");

    assertThat(Long.toHexString(labels.stableHash())).isEqualTo(hash);
    assertThat(Slot.of(labels).number()).isEqualTo(slot);
  }

  @Test
  void series_spread_over_all_slots() {
    int[] counts = new int[Slot.COUNT];
    for (int i = 0; i < 64_000; i++) {
      counts[Slot.of(Labels.of("__name__", "up", "instance", "host-" + i)).number()]++;
    }
    assertThat(IntStream.of(counts)).allMatch(n -> n > 850 && n < 1150);
  }
}
