package dev.tidemill.core.metric;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The metrics of one process. Thread-safe; asking twice for one metric gives the same one. */
public final class Meters {
  private final MetricCatalog catalog;
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Map<String, Collector> made = new ConcurrentHashMap<>();

  public Meters(MetricCatalog catalog) {
    this.catalog = catalog;
  }

  public Counter counter(MetricSpec spec) {
    return (Counter)
        make(
            spec,
            MetricSpec.Kind.COUNTER,
            () ->
                Counter.builder()
                    .name(spec.name())
                    .help(spec.help())
                    .labelNames(labels(spec))
                    .build());
  }

  public Gauge gauge(MetricSpec spec) {
    return (Gauge)
        make(
            spec,
            MetricSpec.Kind.GAUGE,
            () ->
                Gauge.builder()
                    .name(spec.name())
                    .help(spec.help())
                    .labelNames(labels(spec))
                    .build());
  }

  public Histogram histogram(MetricSpec spec) {
    return (Histogram)
        make(
            spec,
            MetricSpec.Kind.HISTOGRAM,
            () ->
                Histogram.builder()
                    .name(spec.name())
                    .help(spec.help())
                    .labelNames(labels(spec))
                    .build());
  }

  /** For the scrape endpoint. */
  public PrometheusRegistry registry() {
    return registry;
  }

  private Collector make(
      MetricSpec spec, MetricSpec.Kind kind, Supplier<? extends Collector> maker) {
    if (spec.kind() != kind || !catalog.holds(spec)) {
      throw new IllegalArgumentException(
          "metric " + spec.name() + " is not declared as a " + kind + " in the catalogue");
    }
    return made.computeIfAbsent(
        spec.name(),
        name -> {
          Collector collector = maker.get();
          registry.register(collector);
          return collector;
        });
  }

  private static String[] labels(MetricSpec spec) {
    return spec.labels().toArray(String[]::new);
  }
}
