package dev.tidemill.cli.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Milliseconds below which a share of the measurements lies. */
record Percentiles(double p50, double p95, double p99, double max) {

  static Percentiles ofNanos(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Percentiles(at(sorted, 0.5), at(sorted, 0.95), at(sorted, 0.99), at(sorted, 1));
  }

  private static double at(long[] sorted, double share) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return Math.round(sorted[Math.max(0, index)] / 1e4) / 100.0;
  }

  Map<String, Double> fields() {
    var fields = new LinkedHashMap<String, Double>();
    fields.put("p50", p50);
    fields.put("p95", p95);
    fields.put("p99", p99);
    fields.put("max", max);
    return fields;
  }
}
