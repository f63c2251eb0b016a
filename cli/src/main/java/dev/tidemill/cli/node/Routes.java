package dev.tidemill.cli.node;

import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.reconcile.run.LocalReconciler;
import dev.tidemill.reconcile.run.SourceBook;
import dev.tidemill.server.OpenApiRoute;
import dev.tidemill.server.health.HealthRoutes;
import dev.tidemill.server.health.LiveCheck;
import dev.tidemill.server.jobs.FleetRoutes;
import dev.tidemill.server.jobs.JobRoutes;
import dev.tidemill.server.jobs.RunRoutes;
import dev.tidemill.server.reconcile.ReconcileRoutes;
import dev.tidemill.server.reconcile.SourceRoutes;
import dev.tidemill.server.route.RouteTable;
import dev.tidemill.server.schedule.ScheduleRoutes;
import dev.tidemill.server.worker.PermitRoutes;
import dev.tidemill.server.worker.WorkerRoutes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Everything that can be asked for over HTTP. */
final class Routes {
  private Routes() {}

  /**
   * @param api all of it; without, only how the process is
   */
  static RouteTable of(
      boolean api,
      Seams seams,
      LocalReconciler reconciler,
      Optional<SourceBook> book,
      Path folder,
      Meters meters,
      TimeSource time,
      String version) {
    var checks =
        List.of(
            new LiveCheck("store", seams.ping()::run),
            new LiveCheck("queue", seams.permits()::ping));
    var table = new RouteTable().add(new HealthRoutes(List.of(), checks, meters).routes());
    if (api) {
      table
          .add(new RunRoutes(seams.intake(), time).routes())
          .add(new JobRoutes(seams.intake()).routes())
          .add(new ReconcileRoutes(reconciler, seams.intake(), folder).routes())
          .add(new ScheduleRoutes(seams.schedules()).routes())
          .add(new FleetRoutes(seams.fleet()).routes())
          .add(new WorkerRoutes(seams.leases()).routes())
          .add(new PermitRoutes(seams.permitsForOthers(), time).routes())
          .add(
              seams
                  .documents()
                  .map(
                      documents -> new SourceRoutes(book.orElseThrow(), documents, folder).routes())
                  .orElse(List.of()))
          .add(List.of(OpenApiRoute.of(table, version)));
    }
    return table;
  }
}
