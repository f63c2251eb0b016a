package dev.tidemill.promql.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

@Tag("Q1")
class SlidingExtremeProperties {

  @Property
  void a_moving_window_finds_the_same_sample_as_looking_through_all_of_it(
      @ForAll("series") List<List<Double>> series,
      @ForAll boolean largest,
      @ForAll boolean lastOfEquals,
      @ForAll @IntRange(min = 1, max = 12) int length,
      @ForAll @IntRange(min = 1, max = 20) int step) {
    var window = new Window(length);
    for (List<Double> values : series) {
      double[] amounts = values.stream().mapToDouble(Double::doubleValue).toArray();
      long[] times = new long[amounts.length];
      for (int i = 0; i < times.length; i++) {
        times[i] = i;
      }
      window.series(times, amounts, amounts.length);
      for (int end = 0; end < amounts.length + length; end += step) {
        if (window.moveTo(end)) {
          int found = largest ? window.largest(lastOfEquals) : window.smallest(lastOfEquals);
          assertThat(found).isEqualTo(lookedFor(window, largest, lastOfEquals));
        }
      }
    }
  }

  /** NaN and both zeros are as likely as anything else. */
  @Provide
  Arbitrary<List<List<Double>>> series() {
    return Arbitraries.of(Double.NaN, -0.0, 0.0, 1.0, 2.0, -1.0, 1 / 0.0, -1 / 0.0)
        .list()
        .ofMaxSize(40)
        .list()
        .ofMinSize(1)
        .ofMaxSize(3);
  }

  private static int lookedFor(Window w, boolean largest, boolean lastOfEquals) {
    int found = 0;
    for (int i = 1; i < w.size(); i++) {
      double best = w.value(found);
      double value = w.value(i);
      boolean better = largest ? value > best : value < best;
      if (better || (lastOfEquals && value == best) || Double.isNaN(best)) {
        found = i;
      }
    }
    return found;
  }
}
