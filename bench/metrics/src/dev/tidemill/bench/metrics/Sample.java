package dev.tidemill.bench.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is measured on: counters that now and then begin again, histograms, gauges that wander, and
 * constants, in the proportions 40, 24, 26 and 10. The same for the same number, at every run.
 */
final class Sample {
  static final long INTERVAL = 15_000;

  private final Map<String, String> labels;
  private final Shape shape;
  private final long seed;

  private enum Shape {
    COUNTER,
    BUCKET,
    GAUGE,
    CONSTANT
  }

  private Sample(Map<String, String> labels, Shape shape, long seed) {
    this.labels = labels;
    this.shape = shape;
    this.seed = seed;
  }

  /** Each a series. */
  static List<Sample> series(int count) {
    var all = new ArrayList<Sample>();
    int counters = count * 40 / 100;
    for (int i = 0; i < counters; i++) {
      all.add(
          of(
              Shape.COUNTER,
              i,
              "http_requests_total",
              "job=job-" + i % 5,
              "instance=host-" + i / 20,
              "code=" + (200 + i / 5 % 4 * 100)));
    }
    String[] bounds = {
      "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10", "+Inf"
    };
    int histograms = count * 24 / 100 / bounds.length;
    for (int i = 0; i < histograms; i++) {
      for (int b = 0; b < bounds.length; b++) {
        // One seed for a histogram, so that its buckets grow together.
        Sample bucket =
            of(
                Shape.BUCKET,
                100_000L + 100L * i + b,
                "http_duration_seconds_bucket",
                "job=job-" + i % 5,
                "instance=host-" + i,
                "le=" + bounds[b]);
        all.add(bucket);
      }
    }
    int loads = count * 10 / 100;
    for (int i = 0; i < loads; i++) {
      all.add(
          of(Shape.GAUGE, 200_000L + i, "node_load", "job=node", "instance=host-" + i));
      all.add(
          of(
              Shape.CONSTANT,
              300_000L + i,
              "node_info",
              "job=node",
              "instance=host-" + i,
              "zone=zone-" + i % 3));
    }
    for (int i = 0; all.size() < count; i++) {
      all.add(of(Shape.GAUGE, 400_000L + i, "temperature", "job=rooms", "room=room-" + i));
    }
    return all;
  }

  private static Sample of(Shape shape, long seed, String name, String... pairs) {
    var labels = new TreeMap<String, String>();
    labels.put("__name__", name);
    for (String pair : pairs) {
      labels.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
    }
    return new Sample(labels, shape, seed);
  }

  /** In the order of names. */
  Map<String, String> labels() {
    return labels;
  }

  /**
   * Never on a step of 15 s: Prometheus 2 takes a sample at the very beginning of a window in, 3 and
   * Tidemill leave it out.
   */
  long time(long start, int index) {
    return start + index * INTERVAL + 1 + Math.floorMod(mix(seed), INTERVAL - 2);
  }

  double value(int index) {
    return switch (shape) {
      case COUNTER -> {
        int since = Math.floorMod(index + (int) Math.floorMod(mix(seed + 7), 2000L), 2000);
        yield since * (1 + Math.floorMod(mix(seed + 1), 40L))
            + Math.floorMod(mix(seed * 31 + index), 1 + Math.floorMod(mix(seed + 1), 40L));
      }
      case BUCKET -> {
        long bound = seed % 100;
        double share = Math.min(1, (bound + 1) / 12.0 + 0.03 * Math.sin(index / 300.0));
        yield Math.floor(index * 50.0 * share);
      }
      case GAUGE ->
          Math.round(
                  100
                      * (50
                          + 20 * Math.sin(index / 500.0 + seed)
                          + Math.floorMod(mix(seed * 17 + index), 500L) / 100.0))
              / 100.0;
      case CONSTANT -> 1;
    };
  }

  private static long mix(long x) {
    long z = x * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
