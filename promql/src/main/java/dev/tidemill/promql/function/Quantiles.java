package dev.tidemill.promql.function;

import java.util.Arrays;

/** Quantiles of numbers, between two of them by weight. */
public final class Quantiles {
  private Quantiles() {}

  static double of(double q, Window w) {
    double[] values = new double[w.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = w.value(i);
    }
    return of(q, values, values.length);
  }

  /** Of the first {@code count} values, which may be put in another order. NaN counts as least. */
  public static double of(double q, double[] values, int count) {
    if (count == 0 || Double.isNaN(q)) {
      return Double.NaN;
    }
    if (q < 0) {
      return Double.NEGATIVE_INFINITY;
    }
    if (q > 1) {
      return Double.POSITIVE_INFINITY;
    }
    Arrays.sort(values, 0, count);
    int numbers = count;
    while (numbers > 0 && Double.isNaN(values[numbers - 1])) {
      numbers--;
    }
    double rank = q * (count - 1.0);
    int lower = (int) Math.max(0, Math.floor(rank));
    int upper = Math.min(count - 1, lower + 1);
    double weight = rank - Math.floor(rank);
    // Java sorts NaN to the end: counting from there puts it before the numbers.
    int shift = count - numbers;
    return at(values, lower - shift) * (1 - weight) + at(values, upper - shift) * weight;
  }

  private static double at(double[] values, int index) {
    return index < 0 ? Double.NaN : values[index];
  }

  /** The median distance from the median; of NaN there is none. */
  static double medianDeviation(Window w) {
    double median = of(0.5, w);
    double[] distances = new double[w.size()];
    for (int i = 0; i < distances.length; i++) {
      if (Double.isNaN(w.value(i))) {
        return Double.NaN;
      }
      distances[i] = Math.abs(w.value(i) - median);
    }
    return of(0.5, distances, distances.length);
  }
}
