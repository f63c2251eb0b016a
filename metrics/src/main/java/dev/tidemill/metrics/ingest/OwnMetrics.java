package dev.tidemill.metrics.ingest;

import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.service.Loop;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.syntax.Numbers;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What this process counts, stored as if it had been scraped: every 15 s, with the labels {@code
 * job} and {@code instance}.
 */
public final class OwnMetrics extends BaseService {
  private static final Duration EVERY = Duration.ofSeconds(15);

  private final Meters meters;
  private final String instance;
  private final TimeSource time;
  private final Loop loop;

  public OwnMetrics(Meters meters, Ingester ingester, String instance, TimeSource time) {
    super("own metrics");
    this.meters = meters;
    this.instance = instance;
    this.time = time;
    this.loop =
        new Loop(
            "own metrics",
            time,
            () -> {
              ingester.write(samples());
              return EVERY;
            });
  }

  List<SampleList> samples() {
    var found = new ArrayList<SampleList>();
    long now = time.now().toEpochMilli();
    for (MetricSnapshot metric : meters.registry().scrape()) {
      String name = metric.getMetadata().getPrometheusName();
      switch (metric) {
        case CounterSnapshot counter ->
            counter
                .getDataPoints()
                .forEach(p -> add(found, now, name + "_total", p, p.getValue(), Map.of()));
        case GaugeSnapshot gauge ->
            gauge.getDataPoints().forEach(p -> add(found, now, name, p, p.getValue(), Map.of()));
        case HistogramSnapshot histogram ->
            histogram.getDataPoints().forEach(p -> histogram(found, now, name, p));
        default -> {
          // Nothing of ours is of another kind.
        }
      }
    }
    return found;
  }

  private void histogram(
      List<SampleList> found,
      long now,
      String name,
      HistogramSnapshot.HistogramDataPointSnapshot point) {
    if (point.hasClassicHistogramData()) {
      ClassicHistogramBuckets buckets = point.getClassicBuckets();
      long below = 0;
      for (int i = 0; i < buckets.size(); i++) {
        below += buckets.getCount(i);
        String bound = Numbers.format(buckets.getUpperBound(i));
        add(found, now, name + "_bucket", point, (double) below, Map.of("le", bound));
      }
    }
    add(found, now, name + "_count", point, (double) point.getCount(), Map.of());
    add(found, now, name + "_sum", point, point.getSum(), Map.of());
  }

  private void add(
      List<SampleList> found,
      long now,
      String name,
      DataPointSnapshot point,
      double value,
      Map<String, String> more) {
    var labels = new LinkedHashMap<String, String>(more);
    labels.put(Labels.METRIC_NAME, name);
    labels.put("job", "tidemill");
    labels.put("instance", instance);
    point.getLabels().forEach(label -> labels.put(label.getName(), label.getValue()));
    var list = new SampleList(Labels.of(labels));
    list.add(now, value);
    found.add(list);
  }

  @Override
  protected void open() {
    loop.start();
  }

  @Override
  protected void close() {
    loop.stop();
  }
}
