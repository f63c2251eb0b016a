package dev.tidemill.promql.testlang;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.testlang.Points.Point;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What has been loaded, and which series hold more than floats. */
final class LoadedData {
  private final Map<Labels, TreeMap<Long, Double>> floats = new HashMap<>();
  private final Set<Labels> histograms = new HashSet<>();
  private final Set<Labels> withStarts = new HashSet<>();

  void clear() {
    floats.clear();
    histograms.clear();
    withStarts.clear();
  }

  /** Of the same series twice in one command the last counts. */
  void load(Command.Load load) {
    var last = new LinkedHashMap<Labels, Points>();
    load.series().forEach(line -> last.put(line.labels(), line.values()));
    long step = load.step().toMillis();
    last.forEach(
        (labels, values) -> {
          if (values.hasHistograms()) {
            histograms.add(labels);
          }
          if (load.startTimestamps()) {
            withStarts.add(labels);
          }
          if (load.histograms()) {
            addNative(labels);
          }
          List<Point> points = values.points();
          var series = floats.computeIfAbsent(labels, l -> new TreeMap<>());
          for (int i = 0; i < points.size(); i++) {
            if (points.get(i) instanceof Point.Sample number) {
              series.put(i * step, number.value());
            }
          }
        });
  }

  /** The series that upstream would make of a classic histogram's. */
  private void addNative(Labels labels) {
    String name = labels.get(Labels.METRIC_NAME);
    for (String suffix : List.of("_bucket", "_count", "_sum")) {
      if (name.endsWith(suffix)) {
        String base = name.substring(0, name.length() - suffix.length());
        histograms.add(labels.with("le", "").with(Labels.METRIC_NAME, base));
      }
    }
  }

  boolean hasHistograms(Selector selector) {
    return histograms.stream().anyMatch(selector::matches);
  }

  boolean hasStarts(Selector selector) {
    return withStarts.stream().anyMatch(selector::matches);
  }

  Map<Labels, Samples> series() {
    var series = new HashMap<Labels, Samples>();
    floats.forEach(
        (labels, samples) ->
            series.put(
                labels,
                Samples.of(
                    samples.keySet().stream().mapToLong(Long::longValue).toArray(),
                    samples.values().stream().mapToDouble(Double::doubleValue).toArray())));
    return series;
  }
}
