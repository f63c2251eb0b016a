package dev.tidemill.promql.function;

/** Sum, mean and variance. */
final class Moments {
  private Moments() {}

  static double sum(Window w) {
    var sum = new KahanSum();
    for (int i = 0; i < w.size(); i++) {
      sum.add(w.value(i));
    }
    return Double.isInfinite(sum.sum()) ? sum.sum() : sum.value();
  }

  /** The sum by the count, as long as the sum is a number; from then on a running mean. */
  static double mean(Window w) {
    var sum = new KahanSum(w.first());
    boolean running = false;
    double count = 1;
    for (int i = 1; i < w.size(); i++) {
      double value = w.value(i);
      count = i + 1.0;
      if (!running) {
        if (!sum.wouldOverflow(value)) {
          sum.add(value);
          continue;
        }
        running = true;
        sum.divide(count - 1);
      }
      sum.multiply((count - 1) / count);
      sum.add(value / count);
    }
    return running ? sum.value() : sum.sum() / count + sum.error() / count;
  }

  /** After Welford. */
  static double variance(Window w) {
    var mean = new KahanSum();
    var squares = new KahanSum();
    for (int i = 0; i < w.size(); i++) {
      double value = w.value(i);
      double delta = value - mean.value();
      mean.add(delta / (i + 1.0));
      squares.add(delta * (value - mean.value()));
    }
    return squares.value() / w.size();
  }
}
