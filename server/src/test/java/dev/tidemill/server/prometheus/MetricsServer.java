package dev.tidemill.server.prometheus;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.store.SqlDocuments;
import dev.tidemill.metrics.MetricStore;
import dev.tidemill.metrics.MetricsFixture;
import dev.tidemill.metrics.metadata.MetadataBook;
import dev.tidemill.server.access.WorkerTokenAccess;
import dev.tidemill.server.http.HttpService;
import dev.tidemill.server.http.HttpSettings;
import dev.tidemill.server.route.RouteTable;
import java.nio.file.Path;
import java.time.Duration;

/** A metric store in a folder, behind Prometheus' API on a free port. */
final class MetricsServer implements AutoCloseable {
  final PrometheusRoutes routes;
  private final MetricsFixture metrics;
  private final MetricStore store;
  private final HttpService service;

  MetricsServer(Path folder, QueryLimits limits) {
    var time = new SystemTime();
    metrics = new MetricsFixture(folder);
    store =
        new MetricStore(
            metrics.catalogue,
            new MetadataBook(new SqlDocuments(metrics.store), "default"),
            metrics.objects,
            MetricsFixture.FAST,
            DataSize.ofMebibytes(16),
            time);
    store.start();
    routes = new PrometheusRoutes(store, limits, time, "1.2.3");
    var settings = HttpSettings.on(HttpSettings.LOOPBACK, 0).stopTime(Duration.ofSeconds(20));
    service =
        new HttpService(
            settings,
            new RouteTable().add(routes.routes()),
            WorkerTokenAccess.of(settings, null, null),
            time);
    service.start();
  }

  int port() {
    return service.port();
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  @Override
  public void close() {
    service.stop();
    store.stop();
    metrics.close();
  }
}
