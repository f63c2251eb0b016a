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

  /** Where the largest is; NaN only if there is nothing else. Of equals the first or the last. */
  static int largest(Window w, boolean lastOfEquals) {
    int found = 0;
    for (int i = 1; i < w.size(); i++) {
      double best = w.value(found);
      double value = w.value(i);
      if (value > best || (lastOfEquals && value == best) || Double.isNaN(best)) {
        found = i;
      }
    }
    return found;
  }

  static int smallest(Window w, boolean lastOfEquals) {
    int found = 0;
    for (int i = 1; i < w.size(); i++) {
      double best = w.value(found);
      double value = w.value(i);
      if (value < best || (lastOfEquals && value == best) || Double.isNaN(best)) {
        found = i;
      }
    }
    return found;
  }
}
