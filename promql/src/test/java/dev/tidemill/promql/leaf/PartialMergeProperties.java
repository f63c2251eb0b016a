package dev.tidemill.promql.leaf;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.MemorySeries;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.series.StaleMarker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** Distributed equals local, bit for bit. */
@Tag("Q2")
class PartialMergeProperties {
  private static final int STEPS = 4;
  private static final StepGrid GRID = new StepGrid(0, STEPS - 1, Duration.ofMillis(1));
  private static final double[] SPECIAL = {
    0.0, -0.0, Double.NaN, 1e308, -1e308, Double.POSITIVE_INFINITY, 1e-308, 1, 1e16, -1e16
  };

  /** The reference is written out here, in the order the design states, without the fold's help. */
  @Property(tries = 200)
  void work_items_cut_anywhere_give_what_one_process_gives(
      @ForAll long seed, @ForAll Aggregation aggregation) {
    var random = new Random(seed);
    Map<Labels, double[]> data = data(random);
    SeriesSource source = source(data);
    Leaf leaf = leaf(new Leaf.Yield.Groups(aggregation, new Grouping.By(Set.of("job"))));

    SortedMap<Labels, double[]> local = merged(leaf, List.of(item(leaf, source, Slot.ALL)));
    SortedMap<Labels, double[]> distributed = merged(leaf, cut(leaf, source, random));

    assertSameBits(distributed, local);
    assertSameBits(local, reference(data, aggregation));
  }

  @Property(tries = 50)
  void a_slot_computed_twice_counts_once(@ForAll long seed) {
    var random = new Random(seed);
    SeriesSource source = source(data(random));
    Leaf leaf = leaf(new Leaf.Yield.Groups(Aggregation.SUM, new Grouping.By(Set.of())));
    var once = cut(leaf, source, random);
    var twice = new ArrayList<>(once);
    twice.addAll(cut(leaf, source, random));

    assertSameBits(merged(leaf, twice), merged(leaf, cut(leaf, source, random)));
  }

  @Property(tries = 50)
  void series_pass_through_unchanged(@ForAll long seed) {
    var random = new Random(seed);
    Map<Labels, double[]> data = data(random);
    Leaf leaf = leaf(new Leaf.Yield.Series());

    assertSameBits(merged(leaf, cut(leaf, source(data), random)), new TreeMap<>(data));
  }

  @Example
  void a_sum_loses_nothing_that_rounding_took() {
    var sums = new Sums(1, false);
    for (double v : new double[] {1, 1e100, 1, -1e100}) {
      sums.add(0, v);
    }
    assertThat(sums.finish(0)).isEqualTo(2);
  }

  @Example
  void a_missing_slot_is_an_error_and_not_a_smaller_answer() {
    Leaf leaf = leaf(new Leaf.Yield.Series());
    var merge = new PartialMerge(leaf);
    Slot.ALL.stream().skip(1).forEach(slot -> merge.add(new PartialFold(leaf, slot).done()));

    assertThat(merge.complete()).isFalse();
    assertThatThrownBy(merge::result).isInstanceOf(IllegalStateException.class);
  }

  @Example
  void of_two_answers_for_a_slot_the_first_counts() {
    Leaf leaf = leaf(new Leaf.Yield.Series());
    Labels a = Labels.of("__name__", "a");
    var merge = new PartialMerge(leaf);
    Slot.ALL.forEach(
        slot -> {
          var fold = new PartialFold(leaf, slot);
          if (slot.equals(Slot.of(a))) {
            fold.add(a, a, new double[] {1, 2, 3, 4});
          }
          assertThat(merge.add(fold.done())).isTrue();
          assertThat(merge.add(new PartialFold(leaf, slot).done())).isFalse();
        });

    assertThat(merge.result().get(a)).containsExactly(1, 2, 3, 4);
  }

  @Example
  void another_order_of_series_is_refused() {
    Labels a = Labels.of("__name__", "a");
    var fold = new PartialFold(leaf(new Leaf.Yield.Series()), Slot.of(a));
    fold.add(a, a, new double[STEPS]);

    assertThatThrownBy(() -> fold.add(a, a, new double[STEPS]))
        .isInstanceOf(IllegalStateException.class);
    Slot other = Slot.ALL.get((Slot.of(a).number() + 1) % Slot.COUNT);
    var elsewhere = new PartialFold(leaf(new Leaf.Yield.Series()), other);
    assertThatThrownBy(() -> elsewhere.add(a, a, new double[STEPS]))
        .isInstanceOf(IllegalStateException.class);
  }

  @Example
  void two_series_with_the_same_labels_at_the_same_step_are_an_error() {
    Leaf leaf = leaf(new Leaf.Yield.Series());
    var merge = new PartialMerge(leaf);
    Map<Slot, PartialFold> folds = new HashMap<>();
    for (String name : List.of("a", "b")) {
      Labels series = Labels.of("__name__", name, "job", "x");
      folds
          .computeIfAbsent(Slot.of(series), slot -> new PartialFold(leaf, slot))
          .add(series, Labels.of("job", "x"), new double[STEPS]);
    }
    Slot.ALL.forEach(
        slot -> merge.add(folds.getOrDefault(slot, new PartialFold(leaf, slot)).done()));

    assertThat(folds).hasSize(2);
    assertThatThrownBy(merge::result).isInstanceOf(TidemillException.class);
  }

  /** Slots into items of random size, items and their slots in random order. */
  private static List<List<Partial>> cut(Leaf leaf, SeriesSource source, Random random) {
    var slots = new ArrayList<>(Slot.ALL);
    Collections.shuffle(slots, random);
    var items = new ArrayList<List<Partial>>();
    for (int from = 0; from < slots.size(); ) {
      int to = Math.min(slots.size(), from + 1 + random.nextInt(20));
      items.add(item(leaf, source, slots.subList(from, to)));
      from = to;
    }
    return items;
  }

  private static List<Partial> item(Leaf leaf, SeriesSource source, List<Slot> slots) {
    var partials = new ArrayList<Partial>();
    for (Slot slot : slots) {
      var fold = new PartialFold(leaf, slot);
      try (var cursor =
          source.select(leaf.selector(), leaf.fetch(), slot, QueryBudget.unlimited())) {
        while (cursor.next()) {
          double[] values = new double[STEPS];
          Arrays.fill(values, StaleMarker.VALUE);
          Samples samples = cursor.samples();
          for (int i = 0; i < samples.size(); i++) {
            values[(int) samples.timestamp(i)] = samples.value(i);
          }
          fold.add(cursor.labels(), cursor.labels(), values);
        }
      }
      partials.add(fold.done());
    }
    return partials;
  }

  private static SortedMap<Labels, double[]> merged(Leaf leaf, List<List<Partial>> items) {
    var merge = new PartialMerge(leaf);
    items.forEach(item -> item.forEach(merge::add));
    return merge.result();
  }

  private static SortedMap<Labels, double[]> reference(
      Map<Labels, double[]> data, Aggregation aggregation) {
    var slots = new TreeMap<Slot, TreeMap<Labels, double[]>>();
    data.forEach(
        (labels, values) ->
            slots.computeIfAbsent(Slot.of(labels), s -> new TreeMap<>()).put(labels, values));
    var result = new TreeMap<Labels, double[]>();
    for (String job : new String[] {"a", "b"}) {
      for (int step = 0; step < STEPS; step++) {
        var perSlot = new ArrayList<List<Double>>();
        for (var slot : slots.values()) {
          var values = new ArrayList<Double>();
          for (var series : slot.entrySet()) {
            double v = series.getValue()[step];
            if (series.getKey().get("job").equals(job) && !StaleMarker.is(v)) {
              values.add(v);
            }
          }
          perSlot.add(values);
        }
        double value = NaiveReduction.of(aggregation, perSlot);
        double[] row = result.computeIfAbsent(Labels.of("job", job), l -> stale());
        row[step] = value;
      }
    }
    result
        .keySet()
        .removeIf(g -> data.keySet().stream().noneMatch(l -> l.get("job").equals(g.get("job"))));
    return result;
  }

  private static double[] stale() {
    double[] values = new double[STEPS];
    Arrays.fill(values, StaleMarker.VALUE);
    return values;
  }

  private static Map<Labels, double[]> data(Random random) {
    var data = new HashMap<Labels, double[]>();
    int count = 1 + random.nextInt(300);
    for (int i = 0; i < count; i++) {
      double[] values = stale();
      values[random.nextInt(STEPS)] = number(random);
      for (int step = 0; step < STEPS; step++) {
        if (random.nextInt(5) > 0) {
          values[step] = number(random);
        }
      }
      data.put(
          Labels.of("__name__", "m", "i", "" + i, "job", random.nextBoolean() ? "a" : "b"), values);
    }
    return data;
  }

  private static double number(Random random) {
    return switch (random.nextInt(30)) {
      case 0 -> SPECIAL[random.nextInt(SPECIAL.length)];
      case 1, 2, 3 -> random.nextGaussian() * 1e12;
      default -> random.nextGaussian();
    };
  }

  private static SeriesSource source(Map<Labels, double[]> data) {
    var series = new HashMap<Labels, Samples>();
    data.forEach(
        (labels, values) -> {
          int[] present =
              Arrays.stream(new int[] {0, 1, 2, 3})
                  .filter(i -> !StaleMarker.is(values[i]))
                  .toArray();
          series.put(
              labels,
              Samples.of(
                  Arrays.stream(present).asLongStream().toArray(),
                  Arrays.stream(present).mapToDouble(i -> values[i]).toArray()));
        });
    return new MemorySeries(series);
  }

  private static Leaf leaf(Leaf.Yield yields) {
    return new Leaf(
        Selector.of(), new Leaf.Window.Newest(Duration.ofMillis(1)), Leaf.Shift.NONE, GRID, yields);
  }

  private static void assertSameBits(
      SortedMap<Labels, double[]> actual, SortedMap<Labels, double[]> expected) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    actual.forEach(
        (labels, values) ->
            assertThat(Arrays.stream(values).mapToLong(Double::doubleToRawLongBits))
                .as(labels.toString())
                .containsExactlyElementsOf(
                    Arrays.stream(requireNonNull(expected.get(labels)))
                        .mapToLong(Double::doubleToRawLongBits)
                        .boxed()
                        .toList()));
  }
}
