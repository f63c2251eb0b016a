package dev.tidemill.bench.jobs;

import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.permit.Permits;
import dev.tidemill.jobs.permit.PermitsFactory;
import dev.tidemill.jobs.permit.QueueUrl;
import dev.tidemill.jobs.permit.RingWhenDue;
import dev.tidemill.jobs.store.Migrations;
import dev.tidemill.jobs.store.SqlJobIntake;
import dev.tidemill.jobs.store.SqlJobLeases;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.jobs.worker.Handlers;
import dev.tidemill.jobs.worker.JobWorker;
import dev.tidemill.jobs.worker.WorkerMetrics;
import dev.tidemill.jobs.worker.WorkerSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** One worker process's worth of Tidemill, with hints by the database or by NATS. */
final class Tidemill implements Contestant {
  private final String queue;
  private final int batch;
  private RunId run;

  Tidemill(String queue, int batch) {
    this.queue = queue;
    this.batch = batch;
  }

  static final class Noop implements JobHandler<Map<String, Object>> {
    @Override
    public JobType type() {
      return JobType.of("noop");
    }

    @Override
    @SuppressWarnings("unchecked")
    public Class<Map<String, Object>> payloadClass() {
      return (Class<Map<String, Object>>) (Class<?>) Map.class;
    }

    @Override
    public JobOutcome run(Map<String, Object> payload, JobContext context) {
      return JobOutcome.Done.nothing();
    }
  }

  @Override
  public String name() {
    return queue.startsWith("nats") ? "tidemill+nats" : "tidemill";
  }

  @Override
  public String tuning() {
    return "defaults; every settlement durable, fenced by epoch, with history and run counters";
  }

  @Override
  public void prepare(Database database, int count) {
    try (Store store = Store.open(StoreUrl.parse(database.url()), StoreClock.DATABASE, 4)) {
      new Migrations(store).migrate();
      run =
          new SqlJobIntake(store)
              .submit(
                  RunSpec.of(
                      "bench",
                      Collections.nCopies(count, JobSpec.of(JobType.of("noop"), "{}"))))
              .run();
    }
  }

  @Override
  public void burnDown(Database database, int count, int threads) throws Exception {
    var time = new SystemTime();
    StoreUrl url = StoreUrl.parse(database.url());
    try (Store store = Store.open(url, StoreClock.DATABASE, 8);
        Permits permits = PermitsFactory.open(QueueUrl.parse(queue), url, time)) {
      var leases = new SqlJobLeases(store, time, new RingWhenDue(permits, time));
      var worker = new JobWorker(settings(threads), Handlers.of(List.of(new Noop())), leases, permits, time, metrics(), () -> {});
      worker.start();
      var intake = new SqlJobIntake(store);
      while (!intake.find(run).orElseThrow().status().ended()) {
        Thread.sleep(5);
      }
      worker.stop();
    }
  }

  WorkerSettings settings(int threads) {
    return new WorkerSettings(
        "bench", null, "localhost", 1, "bench", threads, batch, 512, List.of(),
        Duration.ofSeconds(15), Duration.ofSeconds(5), Duration.ofSeconds(30));
  }

  static WorkerMetrics metrics() {
    var catalog = new MetricCatalog();
    WorkerMetrics.addTo(catalog);
    return new WorkerMetrics(new Meters(catalog));
  }
}
