package dev.tidemill.bench.metrics;

import java.util.ArrayList;
import java.util.List;

/** Durations, in milliseconds. */
final class Times {
  private final List<Double> all = new ArrayList<>();

  void add(long nanos) {
    all.add(nanos / 1e6);
  }

  double at(double quantile) {
    List<Double> sorted = all.stream().sorted().toList();
    return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(quantile * sorted.size())));
  }

  String both() {
    return "%.1f / %.1f".formatted(at(0.5), at(0.95));
  }
}
