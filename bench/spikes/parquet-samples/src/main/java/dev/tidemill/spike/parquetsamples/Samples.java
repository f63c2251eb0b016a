package dev.tidemill.spike.parquetsamples;

import java.util.Arrays;
import java.util.Random;

/** Samples in columns, sorted by series, then time. */
record Samples(int[] series, long[] times, double[] values) {
  static final int SERIES = 1_000;
  static final int PER_SERIES = 24 * 3600 / 15;
  static final int COUNT = SERIES * PER_SERIES;

  Samples(int count) {
    this(new int[count], new long[count], new double[count]);
  }

  int count() {
    return series.length;
  }

  /** A third each of counters, gauges with two decimals, and measurements with all their bits. */
  static Samples generate() {
    var samples = new Samples(COUNT);
    var random = new Random(42);
    for (int s = 0, row = 0; s < SERIES; s++) {
      long time = 1_760_000_000_000L + random.nextInt(15_000);
      double value = random.nextInt(1_000_000);
      for (int i = 0; i < PER_SERIES; i++, row++) {
        value =
            switch (s % 3) {
              case 0 -> value + random.nextInt(200);
              case 1 -> Math.round((value + random.nextGaussian()) * 100) / 100.0;
              default -> value + random.nextGaussian();
            };
        samples.series[row] = s;
        // Scrapes are a few ms late now and then, so the step is not a constant.
        samples.times[row] = time + i * 15_000L + random.nextInt(4);
        samples.values[row] = value;
      }
    }
    return samples;
  }

  Samples slice(int from, int to) {
    return new Samples(
        Arrays.copyOfRange(series, from, to),
        Arrays.copyOfRange(times, from, to),
        Arrays.copyOfRange(values, from, to));
  }

  /** The rows of one series; they lie together because of the order. */
  Samples only(int wanted) {
    int from = 0;
    while (from < count() && series[from] < wanted) {
      from++;
    }
    int to = from;
    while (to < count() && series[to] == wanted) {
      to++;
    }
    return slice(from, to);
  }

  boolean sameAs(Samples other) {
    // Arrays.equals compares doubles by their bits, which is what is wanted.
    return Arrays.equals(series, other.series)
        && Arrays.equals(times, other.times)
        && Arrays.equals(values, other.values);
  }
}
