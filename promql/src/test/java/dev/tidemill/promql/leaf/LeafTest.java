package dev.tidemill.promql.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.TimeRange;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Q2")
class LeafTest {
  private static final StepGrid GRID = new StepGrid(100_000, 160_000, Duration.ofSeconds(30));

  @Test
  void it_fetches_from_behind_the_first_window_to_the_last_step() {
    assertThat(leaf(Leaf.Shift.NONE).fetch()).isEqualTo(new TimeRange(40_001, 160_000));
  }

  @Test
  void an_offset_moves_what_is_fetched_either_way() {
    assertThat(leaf(new Leaf.Shift(Duration.ofSeconds(10), null)).fetch())
        .isEqualTo(new TimeRange(30_001, 150_000));
    assertThat(leaf(new Leaf.Shift(Duration.ofSeconds(-10), null)).fetch())
        .isEqualTo(new TimeRange(50_001, 170_000));
  }

  @Test
  void a_pinned_moment_is_all_that_is_fetched() {
    assertThat(leaf(new Leaf.Shift(Duration.ofSeconds(10), 500_000L)).fetch())
        .isEqualTo(new TimeRange(430_001, 490_000));
  }

  @Test
  void steps_end_at_or_before_the_end() {
    assertThat(GRID.count()).isEqualTo(3);
    assertThat(new StepGrid(0, 59, Duration.ofMillis(30)).count()).isEqualTo(2);
    assertThat(StepGrid.instant(5).count()).isEqualTo(1);
  }

  @Test
  void windows_and_grids_without_length_are_refused() {
    assertThatThrownBy(() -> new Leaf.Window.Newest(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StepGrid(0, 10, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StepGrid(10, 0, Duration.ofMillis(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void groups_keep_what_by_names_or_without_does_not() {
    Labels series = Labels.of("__name__", "up", "job", "api", "host", "h1");

    assertThat(new Grouping.By(Set.of("job", "zone")).group(series))
        .isEqualTo(Labels.of("job", "api"));
    assertThat(new Grouping.Without(Set.of("host")).group(series))
        .isEqualTo(Labels.of("job", "api"));
  }

  private static Leaf leaf(Leaf.Shift shift) {
    return new Leaf(
        Selector.of(),
        new Leaf.Window.Over("rate", Duration.ofMinutes(1), List.of()),
        shift,
        GRID,
        new Leaf.Yield.Series());
  }
}
