package dev.tidemill.promql.testlang;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.syntax.Feature;
import dev.tidemill.promql.testlang.Points.Point;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What has been loaded: floats, and where something else would be. */
final class LoadedData {
  static final String HISTOGRAM = "native histogram";
  static final String START = "experimental: " + Feature.START_TIMESTAMPS.title();

  private final Map<Labels, TreeMap<Long, Double>> floats = new HashMap<>();
  private final Map<Labels, NavigableMap<Long, String>> unsupported = new HashMap<>();

  void clear() {
    floats.clear();
    unsupported.clear();
  }

  /** Of the same series twice in one command the last counts. */
  void load(Command.Load load) {
    var last = new LinkedHashMap<Labels, Points>();
    load.series().forEach(line -> last.put(line.labels(), line.values()));
    last.forEach((labels, values) -> series(load, labels, values.points()));
  }

  private void series(Command.Load load, Labels labels, List<Point> points) {
    var series = floats.computeIfAbsent(labels, l -> new TreeMap<>());
    Labels histogram = load.histograms() ? histogram(labels) : null;
    for (int i = 0; i < points.size(); i++) {
      long at = i * load.step().toMillis();
      switch (points.get(i)) {
        case Point.Gap gap -> {}
        case Point.Histogram h -> mark(labels, at, HISTOGRAM);
        case Point.Sample sample -> {
          series.put(at, sample.value());
          if (histogram != null) {
            mark(histogram, at, HISTOGRAM);
          }
        }
      }
      if (load.startTimestamps()) {
        mark(labels, at, START);
      }
    }
  }

  private void mark(Labels labels, long at, String what) {
    unsupported.computeIfAbsent(labels, l -> new TreeMap<>()).put(at, what);
  }

  /** The series that upstream would make of a classic histogram's. */
  private static @Nullable Labels histogram(Labels labels) {
    String name = labels.get(Labels.METRIC_NAME);
    for (String suffix : List.of("_bucket", "_count", "_sum")) {
      if (name.endsWith(suffix)) {
        String base = name.substring(0, name.length() - suffix.length());
        return labels.with("le", "").with(Labels.METRIC_NAME, base);
      }
    }
    return null;
  }

  /** The floats, guarded by what is not. */
  SeriesSource source(Function<Map<Labels, Samples>, SeriesSource> store) {
    var series = new HashMap<Labels, Samples>();
    floats.forEach(
        (labels, samples) ->
            series.put(
                labels,
                Samples.of(
                    samples.keySet().stream().mapToLong(Long::longValue).toArray(),
                    samples.values().stream().mapToDouble(Double::doubleValue).toArray())));
    return new FloatGuard(store.apply(series), unsupported);
  }
}
