package dev.tidemill.cli.node;

import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.Documents;
import dev.tidemill.metrics.MetricStore;
import dev.tidemill.reconcile.run.LocalReconciler;
import dev.tidemill.reconcile.run.SourceBook;
import dev.tidemill.server.OpenApiRoute;
import dev.tidemill.server.health.HealthRoutes;
import dev.tidemill.server.health.LiveCheck;
import dev.tidemill.server.jobs.FleetRoutes;
import dev.tidemill.server.jobs.JobRoutes;
import dev.tidemill.server.jobs.RunRoutes;
import dev.tidemill.server.prometheus.PrometheusRoutes;
import dev.tidemill.server.prometheus.QueryLimits;
import dev.tidemill.server.reconcile.ReconcileRoutes;
import dev.tidemill.server.reconcile.SourceRoutes;
import dev.tidemill.server.route.RouteTable;
import dev.tidemill.server.scale.AdapterRoutes;
import dev.tidemill.server.scale.ScaleRoutes;
import dev.tidemill.server.schedule.ScheduleRoutes;
import dev.tidemill.server.worker.PermitRoutes;
import dev.tidemill.server.worker.WorkerRoutes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Everything that can be asked for over HTTP. */
final class Routes {
  private Routes() {}

  /** How the process is, which every process tells. */
  static RouteTable health(Seams seams, Meters meters) {
    var checks =
        List.of(
            new LiveCheck("store", seams.ping()::run),
            new LiveCheck("queue", seams.permits()::ping));
    return new RouteTable().add(new HealthRoutes(List.of(), checks, meters).routes());
  }

  /** Everything, for those who ask a server. */
  static RouteTable api(Seams seams, Data data, Meters meters, TimeSource time, String version) {
    RouteTable table = health(seams, meters);
    table
        .add(new RunRoutes(seams.intake(), time).routes())
        .add(new JobRoutes(seams.intake()).routes())
        .add(new ReconcileRoutes(data.reconciler(), seams.intake(), data.folder()).routes())
        .add(new ScheduleRoutes(seams.schedules()).routes())
        .add(new ScaleRoutes(seams.scaling()).routes())
        .add(new AdapterRoutes(seams.scaling(), seams.fleet()).routes())
        .add(new FleetRoutes(seams.fleet()).routes())
        .add(new WorkerRoutes(seams.leases()).routes())
        .add(new PermitRoutes(seams.permitsForOthers(), time).routes());
    data.documents()
        .ifPresent(
            documents ->
                table.add(
                    new SourceRoutes(data.book(documents), documents, data.folder()).routes()));
    data.metrics()
        .ifPresent(
            metrics ->
                table.add(new PrometheusRoutes(metrics, data.limits(), time, version).routes()));
    return table.add(List.of(OpenApiRoute.of(table, version)));
  }

  /**
   * What works on data.
   *
   * @param folder where relative paths begin
   * @param sources how sources are looked at
   * @param limits of a query of metrics
   */
  record Data(
      LocalReconciler reconciler,
      Path folder,
      Function<Documents, SourceBook> sources,
      Optional<Documents> documents,
      Optional<MetricStore> metrics,
      QueryLimits limits) {
    SourceBook book(Documents of) {
      return sources.apply(of);
    }
  }
}
