package dev.tidemill.promql.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whole series dealt out to three sources are what they were in one. */
class MergeSortedTest extends SeriesSourceContract {
  @Override
  protected SeriesSource source(Map<Labels, Samples> series) {
    List<Map<Labels, Samples>> parts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      parts.add(new HashMap<>());
    }
    int next = 0;
    for (var entry : series.entrySet()) {
      parts.get(next++ % 3).put(entry.getKey(), entry.getValue());
    }
    return new MergeSorted(parts.stream().map(MemorySeries::new).toList());
  }

  @Test
  void pieces_of_a_series_become_one_and_the_earlier_source_counts() {
    Labels up = Labels.of("__name__", "up");
    var merged =
        new MergeSorted(
            List.of(
                new MemorySeries(
                    Map.of(up, Samples.of(new long[] {2, 4, 9}, new double[] {20, 40, 90}))),
                new MemorySeries(
                    Map.of(up, Samples.of(new long[] {1, 4, 5}, new double[] {10, -4, 50})))));

    try (var cursor =
        merged.select(Selector.of(), TimeRange.ALL, Slot.of(up), QueryBudget.unlimited())) {
      assertThat(cursor.next()).isTrue();
      Samples samples = cursor.samples();
      long[] times = new long[samples.size()];
      double[] values = new double[samples.size()];
      samples.copyInto(times, values);
      assertThat(times).containsExactly(1, 2, 4, 5, 9);
      assertThat(values).containsExactly(10, 20, 40, 50, 90);
      assertThat(cursor.next()).isFalse();
    }
  }
}
