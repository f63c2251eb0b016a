package dev.tidemill.cli.node;

import dev.tidemill.cli.settings.Settings;
import dev.tidemill.core.DataSize;
import dev.tidemill.core.config.Config;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.service.Service;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.metrics.MetricStore;
import dev.tidemill.metrics.MetricsConfig;
import dev.tidemill.metrics.catalogue.SegmentSweep;
import dev.tidemill.metrics.catalogue.SqlCatalogue;
import dev.tidemill.metrics.compact.Compaction;
import dev.tidemill.metrics.compact.MetricUpkeep;
import dev.tidemill.metrics.compact.UpkeepCalls;
import dev.tidemill.metrics.ingest.OwnMetrics;
import dev.tidemill.promql.eval.EvalOptions;
import dev.tidemill.promql.eval.Evaluator;
import dev.tidemill.promql.eval.Value;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.syntax.Query;
import dev.tidemill.scale.Reading;
import dev.tidemill.server.prometheus.QueryLimits;
import dev.tidemill.storage.ObjectStore;
import java.util.ArrayList;
import java.util.List;

/** From settings to the metric store and what keeps it in order. */
final class MetricParts {
  private static final String TENANT = "default";

  private MetricParts() {}

  static MetricStore store(Config config, Store store, ObjectStore objects, TimeSource time) {
    DataSize cache =
        config
            .find(MetricsConfig.CACHE)
            .orElseGet(() -> new DataSize(Runtime.getRuntime().maxMemory() / 4));
    return MetricStore.of(store, objects, cache, time);
  }

  /** What runs beside a metric store. */
  static List<Service> services(
      Config config, Seams seams, MetricStore metrics, Meters meters, TimeSource time) {
    var services = new ArrayList<Service>();
    services.add(
        new UpkeepCalls(
            seams.intake(),
            metrics.catalogue(),
            config.get(MetricsConfig.COMPACT_EVERY),
            config.find(MetricsConfig.RETENTION).orElse(null),
            time));
    if (config.get(MetricsConfig.SELF)) {
      services.add(new OwnMetrics(meters, metrics.ingester(), instance(config), time));
    }
    return services;
  }

  /** A query's value now, for scaling: one number, 0 when it matches nothing. */
  static Reading<Double> number(MetricStore metrics, String query, TimeSource time) {
    try {
      var evaluator = new Evaluator(metrics.reader().forQuery(), EvalOptions.DEFAULT);
      var budget = new QueryBudget(QueryLimits.DEFAULT.budget());
      Value value =
          evaluator.instant(Query.parse(query), time.now().toEpochMilli(), budget).value();
      return switch (value) {
        case Value.Scalar scalar -> Reading.of(scalar.value());
        case Value.Vector vector when vector.points().isEmpty() -> Reading.of(0.0);
        case Value.Vector vector when vector.points().size() == 1 ->
            Reading.of(vector.points().getFirst().value());
        case Value.Vector vector ->
            new Reading.Unknown<>("%d series match %s".formatted(vector.points().size(), query));
        case Value.Matrix matrix -> new Reading.Unknown<>(query + " is no number");
        case Value.Text text -> new Reading.Unknown<>(query + " is no number");
      };
    } catch (TidemillException e) {
      return new Reading.Unknown<>("%s: %s".formatted(query, e.getMessage()));
    }
  }

  /** The kinds of jobs that need the catalogue: where there is a database. */
  static List<JobHandler<?>> handlers(Seams seams, ObjectStore objects, TimeSource time) {
    return seams.database().map(store -> handlers(store, objects, time)).orElse(List.of());
  }

  private static List<JobHandler<?>> handlers(Store store, ObjectStore objects, TimeSource time) {
    var catalogue = new SqlCatalogue(store, TENANT);
    return List.of(
        new MetricUpkeep(
            catalogue,
            new Compaction(catalogue, objects, time),
            new SegmentSweep(store, objects, TENANT),
            time));
  }

  /** As Prometheus would call it; the same after a restart. */
  private static String instance(Config config) {
    return WorkerParts.host() + ":" + config.get(Settings.HTTP_PORT);
  }
}
