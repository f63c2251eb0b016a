package dev.tidemill.jobs.worker;

import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.JobUpkeep;
import dev.tidemill.jobs.permit.InProcessPermits;
import dev.tidemill.jobs.permit.Permits;
import dev.tidemill.jobs.store.Migrations;
import dev.tidemill.jobs.store.SqlFleet;
import dev.tidemill.jobs.store.SqlJobIntake;
import dev.tidemill.jobs.store.SqlJobLeases;
import dev.tidemill.jobs.store.SqlJobUpkeep;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreUrl;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A store by its own clock, with workers in this process. */
public final class WorkerRig implements AutoCloseable {
  public final SystemTime time = new SystemTime();
  public final Store store;
  public final JobIntake intake;
  public final JobLeases leases;
  public final JobUpkeep upkeep;
  public final SqlFleet fleet;
  public final Meters meters;
  private final StoreUrl url;
  private final List<Permits> bells = new CopyOnWriteArrayList<>();
  private final List<JobWorker> workers = new ArrayList<>();

  public WorkerRig(StoreUrl url) {
    this.url = url;
    store = Store.open(url, StoreClock.DATABASE, 8);
    new Migrations(store).migrate();
    intake = new SqlJobIntake(store);
    leases = new SqlJobLeases(store, time);
    upkeep = new SqlJobUpkeep(store, time, Duration.ofSeconds(1));
    fleet = new SqlFleet(store);
    var catalog = new MetricCatalog();
    WorkerMetrics.addTo(catalog);
    meters = new Meters(catalog);
  }

  public static WorkerSettings settings(String name, int slots) {
    return new WorkerSettings(
        name,
        null,
        "host",
        1,
        "test",
        slots,
        10,
        512,
        List.of(),
        Duration.ofSeconds(3),
        Duration.ofSeconds(1),
        Duration.ofSeconds(30));
  }

  public JobWorker start(WorkerSettings settings, JobLeases over, JobHandler<?>... handlers) {
    var bell = new InProcessPermits(time);
    bells.add(bell);
    return startWith(settings, over, bell, handlers);
  }

  public JobWorker startWith(
      WorkerSettings settings, JobLeases over, Permits hints, JobHandler<?>... handlers) {
    var worker =
        new JobWorker(
            settings,
            Handlers.of(List.of(handlers)),
            over,
            hints,
            time,
            new WorkerMetrics(meters),
            () -> {});
    worker.start();
    workers.add(worker);
    return worker;
  }

  public JobWorker start(WorkerSettings settings, JobHandler<?>... handlers) {
    return start(settings, leases, handlers);
  }

  /** All workers hear it, as with NOTIFY. */
  public void ring(Queue queue) {
    bells.forEach(bell -> bell.ring(queue));
  }

  /** What upkeep would do after a long silence. */
  public void takeForDead(String worker) {
    try (var connection = DriverManager.getConnection(url.jdbc(), url.user(), url.password());
        var statement = connection.createStatement()) {
      statement.execute("UPDATE workers SET status = 'lost' WHERE name = '" + worker + "'");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    upkeep.reclaim();
  }

  @Override
  public void close() {
    workers.forEach(JobWorker::stop);
    bells.forEach(Permits::close);
    store.close();
  }
}
