package dev.tidemill.promql.function;

/** Comparing samples with each other. */
final class Counting {
  private Counting() {}

  /** NaN after NaN is no change. */
  static double changes(Window w) {
    int changes = 0;
    for (int i = 1; i < w.size(); i++) {
      double before = w.value(i - 1);
      double value = w.value(i);
      if (value != before && !(Double.isNaN(value) && Double.isNaN(before))) {
        changes++;
      }
    }
    return changes;
  }
}
