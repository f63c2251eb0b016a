package dev.tidemill.promql.series;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.promql.PromqlError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every source of series promises to the evaluator, local or on a worker. */
@Tag("Q2")
@Tag("Q3")
public abstract class SeriesSourceContract {
  private static final Selector ANY = Selector.of();

  /** A source that holds exactly this. */
  protected abstract SeriesSource source(Map<Labels, Samples> series);

  @Test
  void the_slots_together_give_every_series_once_each_slot_in_the_order_of_labels() {
    Map<Labels, Samples> stored = many();
    SeriesSource source = source(stored);
    var seen = new ArrayList<Labels>();

    for (Slot slot : Slot.ALL) {
      List<Labels> ofSlot = labels(source, ANY, TimeRange.ALL, slot);
      assertThat(ofSlot).isSorted().allMatch(labels -> Slot.of(labels).equals(slot));
      seen.addAll(ofSlot);
    }

    assertThat(seen).containsExactlyInAnyOrderElementsOf(stored.keySet());
  }

  @Test
  void both_ends_of_the_range_are_included() {
    Labels up = Labels.of("__name__", "up");
    SeriesSource source = source(Map.of(up, samples(10, 20, 30, 40)));

    assertThat(times(source, up, new TimeRange(20, 30))).containsExactly(20L, 30L);
    assertThat(times(source, up, new TimeRange(11, 39))).containsExactly(20L, 30L);
    assertThat(times(source, up, new TimeRange(40, 40))).containsExactly(40L);
    assertThat(times(source, up, TimeRange.ALL)).containsExactly(10L, 20L, 30L, 40L);
  }

  @Test
  void a_series_without_a_sample_in_the_range_is_left_out() {
    Labels up = Labels.of("__name__", "up");
    SeriesSource source = source(Map.of(up, samples(10, 40)));

    for (var range : List.of(new TimeRange(11, 39), new TimeRange(41, 99), new TimeRange(-5, 9))) {
      assertThat(labels(source, ANY, range, Slot.of(up))).isEmpty();
    }
  }

  @Test
  void time_before_1970_is_time() {
    Labels up = Labels.of("__name__", "up");
    SeriesSource source = source(Map.of(up, samples(-20, -10, 0)));

    assertThat(times(source, up, new TimeRange(-15, 0))).containsExactly(-10L, 0L);
  }

  @Test
  void only_series_that_all_matchers_match_are_given() {
    SeriesSource source = source(many());
    var selector =
        Selector.of(
            new Matcher("host", Matcher.Op.MATCHES, "h[0-4]"),
            new Matcher("zone", Matcher.Op.EQUAL, ""));

    assertThat(all(source, selector))
        .hasSize(5)
        .allMatch(labels -> labels.get("host").length() == 2 && labels.get("zone").isEmpty());
    assertThat(all(source, Selector.of(Matcher.equal("host", "none")))).isEmpty();
  }

  @Test
  void values_come_through_bit_by_bit() {
    Labels up = Labels.of("__name__", "up");
    double[] values = {
      StaleMarker.VALUE,
      Double.NaN,
      Double.longBitsToDouble(0x7ff8000000000123L),
      -0.0,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE
    };
    SeriesSource source =
        source(Map.of(up, Samples.of(LongStream.range(0, values.length).toArray(), values)));

    try (var cursor = source.select(ANY, TimeRange.ALL, Slot.of(up), QueryBudget.unlimited())) {
      assertThat(cursor.next()).isTrue();
      for (int i = 0; i < values.length; i++) {
        assertThat(Double.doubleToRawLongBits(cursor.samples().value(i)))
            .isEqualTo(Double.doubleToRawLongBits(values[i]));
      }
      assertThat(StaleMarker.is(cursor.samples().value(0))).isTrue();
      assertThat(StaleMarker.is(cursor.samples().value(1))).isFalse();
    }
  }

  @Test
  void samples_stay_valid_when_the_cursor_moves_on() {
    Map<Labels, Samples> stored = many();
    SeriesSource source = source(stored);
    for (Slot slot : Slot.ALL) {
      var held = new LinkedHashMap<Labels, Samples>();
      try (var cursor = source.select(ANY, TimeRange.ALL, slot, QueryBudget.unlimited())) {
        while (cursor.next()) {
          held.put(cursor.labels(), cursor.samples());
        }
      }
      held.forEach(
          (labels, samples) ->
              assertThat(samples.value(0)).isEqualTo(requireNonNull(stored.get(labels)).value(0)));
    }
  }

  @Test
  void a_cursor_is_used_once_and_closed_for_good() {
    Labels up = Labels.of("__name__", "up");
    SeriesSource source = source(Map.of(up, samples(1)));
    var cursor = source.select(ANY, TimeRange.ALL, Slot.of(up), QueryBudget.unlimited());

    assertThatThrownBy(cursor::labels).isInstanceOf(IllegalStateException.class);
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isFalse();
    assertThat(cursor.next()).isFalse();
    assertThatThrownBy(cursor::samples).isInstanceOf(IllegalStateException.class);
    cursor.close();
    cursor.close();
    assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void two_cursors_do_not_disturb_each_other() {
    Labels up = Labels.of("__name__", "up");
    SeriesSource source = source(Map.of(up, samples(1, 2)));
    try (var one = source.select(ANY, TimeRange.ALL, Slot.of(up), QueryBudget.unlimited());
        var other = source.select(ANY, TimeRange.ALL, Slot.of(up), QueryBudget.unlimited())) {
      assertThat(one.next()).isTrue();
      assertThat(other.next()).isTrue();
      assertThat(one.next()).isFalse();
      assertThat(other.labels()).isEqualTo(up);
    }
  }

  @Test
  void reading_more_than_the_budget_is_an_error_and_the_budget_is_shared() {
    SeriesSource source = source(many());

    assertTooLarge(() -> read(source, new QueryBudget(5, Long.MAX_VALUE)));
    assertTooLarge(() -> read(source, new QueryBudget(Long.MAX_VALUE, 50)));
    var enough = new QueryBudget(40, 80);
    read(source, enough);
    assertThat(enough.samplesRead()).isEqualTo(80);
    assertTooLarge(() -> read(source, enough));
  }

  @Test
  void an_empty_source_has_no_series() {
    assertThat(all(source(Map.of()), ANY)).isEmpty();
  }

  private static void assertTooLarge(Runnable reading) {
    var failure = catchThrowableOfType(TidemillException.class, reading::run);
    assertThat(failure).isNotNull();
    assertThat(failure.code()).isEqualTo(PromqlError.QUERY_TOO_LARGE);
  }

  private static void read(SeriesSource source, QueryBudget budget) {
    for (Slot slot : Slot.ALL) {
      try (var cursor = source.select(ANY, TimeRange.ALL, slot, budget)) {
        while (cursor.next()) {}
      }
    }
  }

  private static List<Labels> all(SeriesSource source, Selector selector) {
    return Slot.ALL.stream()
        .flatMap(slot -> labels(source, selector, TimeRange.ALL, slot).stream())
        .toList();
  }

  private static List<Labels> labels(
      SeriesSource source, Selector selector, TimeRange range, Slot slot) {
    var labels = new ArrayList<Labels>();
    try (var cursor = source.select(selector, range, slot, QueryBudget.unlimited())) {
      while (cursor.next()) {
        labels.add(cursor.labels());
      }
    }
    return labels;
  }

  private static List<Long> times(SeriesSource source, Labels labels, TimeRange range) {
    var times = new ArrayList<Long>();
    try (var cursor = source.select(ANY, range, Slot.of(labels), QueryBudget.unlimited())) {
      assertThat(cursor.next()).isTrue();
      for (int i = 0; i < cursor.samples().size(); i++) {
        times.add(cursor.samples().timestamp(i));
      }
      assertThat(cursor.next()).isFalse();
    }
    return times;
  }

  /** Forty series of two samples, some with odd labels, several to a slot. */
  private static Map<Labels, Samples> many() {
    var series = new LinkedHashMap<Labels, Samples>();
    var zones = List.of("", "\uffee", "🌊", "a\nb");
    for (int i = 0; i < 40; i++) {
      Labels labels = Labels.of("__name__", "up", "host", "h" + i % 10, "zone", zones.get(i / 10));
      series.put(labels, Samples.of(new long[] {1, 2}, new double[] {i, -i}));
    }
    return series;
  }

  private static Samples samples(long... timestamps) {
    return Samples.of(timestamps, new double[timestamps.length]);
  }
}
