package dev.tidemill.promql.fuzz;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.MemorySeries;
import dev.tidemill.promql.series.MergeSorted;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.series.StaleMarker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counters and gauges with gaps, stale markers, resets and odd values, about every 15 s. */
public final class RandomSeries {
  private final Map<Labels, SortedMap<Long, Double>> series = new TreeMap<>();
  private final Random random;

  public RandomSeries(Random random) {
    this.random = random;
    for (int i = 0; i < 3 + random.nextInt(8); i++) {
      String job = random.nextBoolean() ? "a" : "b";
      add(Labels.of("__name__", "m_total", "job", job, "i", "" + i), true);
      add(Labels.of("__name__", "g", "job", job, "i", "" + i), false);
    }
    add(Labels.of("__name__", "odd name", "le", "1"), true);
    add(Labels.of("__name__", "odd name", "le", "+Inf"), true);
  }

  private void add(Labels labels, boolean counter) {
    var samples = new TreeMap<Long, Double>();
    double value = random.nextInt(5);
    boolean aligned = random.nextBoolean();
    for (long at = 0; at < 600_000; at += 15_000) {
      value = counter ? counted(value) : random.nextGaussian() * 100;
      long jitter = aligned ? 0 : random.nextInt(2000) - 1000;
      switch (random.nextInt(25)) {
        case 0 -> {}
        case 1 -> samples.put(at + jitter, StaleMarker.VALUE);
        case 2 -> samples.put(at + jitter, odd(counter, value));
        default -> samples.put(at + jitter, value);
      }
    }
    series.put(labels, samples);
  }

  private double counted(double value) {
    return random.nextInt(20) == 0 ? random.nextInt(3) : value + random.nextInt(10) / 3.0;
  }

  private double odd(boolean counter, double value) {
    if (counter) {
      return value;
    }
    return switch (random.nextInt(5)) {
      case 0 -> Double.NaN;
      case 1 -> Double.POSITIVE_INFINITY;
      case 2 -> -0.0;
      case 3 -> 1e300;
      default -> 1e-300;
    };
  }

  public Map<Labels, Samples> samples() {
    return samples(series);
  }

  public SeriesSource whole() {
    return new MemorySeries(samples(series));
  }

  /** The same, in pieces: runs, single samples dealt out, or a mixture; some are in two. */
  SeriesSource pieces() {
    int count = 2 + random.nextInt(4);
    List<Map<Labels, SortedMap<Long, Double>>> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(new HashMap<>());
    }
    series.forEach(
        (labels, samples) -> {
          int run = 1 + random.nextInt(20);
          int index = random.nextInt(count);
          int left = run;
          for (var sample : samples.entrySet()) {
            for (int copies = random.nextInt(6) == 0 ? 2 : 1; copies > 0; copies--) {
              parts
                  .get((index + copies) % count)
                  .computeIfAbsent(labels, l -> new TreeMap<>())
                  .put(sample.getKey(), sample.getValue());
            }
            if (--left == 0) {
              left = run;
              index = random.nextInt(count);
            }
          }
        });
    return new MergeSorted(parts.stream().map(p -> new MemorySeries(samples(p))).toList());
  }

  private static Map<Labels, Samples> samples(Map<Labels, SortedMap<Long, Double>> of) {
    var all = new HashMap<Labels, Samples>();
    of.forEach(
        (labels, samples) ->
            all.put(
                labels,
                Samples.of(
                    samples.keySet().stream().mapToLong(Long::longValue).toArray(),
                    samples.values().stream().mapToDouble(Double::doubleValue).toArray())));
    return all;
  }
}
