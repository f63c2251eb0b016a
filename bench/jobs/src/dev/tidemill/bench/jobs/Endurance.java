package dev.tidemill.bench.jobs;

import dev.tidemill.core.job.JobType;
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
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;

/**
 * How the rate holds: with millions of finished rows, and while somebody keeps a transaction open so that nothing dead can be
 * removed. Two databases are worked on in turns, one with the burden and one without, so that both see the same machine.
 */
final class Endurance {
  private static final int RUN = 500;

  private Endurance() {}

  static void run(String server, boolean held, int finished, int seconds, int window) throws Exception {
    String plain = create(server, "plain");
    String burdened = create(server, "burdened");
    if (finished > 0) {
      finish(burdened, finished);
    }
    try (Connection holder = DriverManager.getConnection(Main.jdbc(burdened), "postgres", null);
        Statement statement = holder.createStatement()) {
      if (held) {
        holder.setAutoCommit(false);
        holder.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        statement.execute("SELECT count(*) FROM workers");
      }
      System.out.printf("%-8s %12s %12s %8s%n", "after s", "plain/s", "burdened/s", "ratio");
      for (int passed = 0; passed < seconds; passed += window) {
        double a = rate(plain, window);
        double b = rate(burdened, window);
        System.out.printf("%-8d %12.0f %12.0f %7.0f%%%n", passed + window, a, b, 100 * b / a);
      }
    }
    System.exit(0);
  }

  /** Jobs as they lie there after they were worked off, and what vacuum and the planner then know of them. */
  private static void finish(String url, int count) throws Exception {
    Main.execute(
        url,
        "INSERT INTO runs (kind, status, on_job_failure, execs, execs_done, spec, created_at, updated_at, started_at, ended_at)"
            + " SELECT 'old', 'completed', 'cancel_rest', 500, 500, '{}', n, n, n, extract(epoch FROM now()) * 1000000"
            + " FROM generate_series(1, " + count / RUN + ") n");
    Main.execute(
        url,
        "INSERT INTO jobs (run_id, tenant, stage, ordinal, type, payload_version, queue, status, epoch, max_attempts, timeout_seconds, priority,"
            + " not_before, payload, created_at, claimed_by, claimed_at, ended_at)"
            + " SELECT r.id, 'default', 'exec', n, 'noop', 1, 'exec', 'completed', 1, 2, 60, 100, r.id * 1000, '{}', r.id * 1000, r.id % 8 + 1,"
            + " r.id * 1000 + 1, r.id * 1000 + 2 FROM runs r CROSS JOIN generate_series(0, " + (RUN - 1) + ") n ORDER BY r.id, n");
    Main.execute(
        url,
        "INSERT INTO attempts (job_id, epoch, run_id, worker_id, claimed_at, ended_at, outcome)"
            + " SELECT id, 1, run_id, claimed_by, claimed_at, ended_at, 'completed' FROM jobs");
    Main.execute(url, "VACUUM ANALYZE");
  }

  /** Runs of 500 jobs, three of them always waiting, for a while. */
  private static double rate(String url, int seconds) throws Exception {
    var time = new SystemTime();
    StoreUrl store = StoreUrl.parse(url);
    try (Store database = Store.open(store, StoreClock.DATABASE, 8);
        Permits permits = PermitsFactory.open(QueueUrl.parse("store:"), store, time)) {
      var wakeups = new RingWhenDue(permits, time);
      var intake = new SqlJobIntake(database, 0, wakeups);
      var worker =
          new JobWorker(
              new Tidemill("store:", 10).settings(16), Handlers.of(List.of(new Tidemill.Noop())),
              new SqlJobLeases(database, time, wakeups), permits, time, Tidemill.metrics(), () -> {});
      worker.start();
      long began = System.nanoTime();
      long end = began + seconds * 1_000_000_000L;
      var open = new java.util.ArrayDeque<dev.tidemill.core.job.RunId>();
      long done = 0;
      while (System.nanoTime() < end) {
        while (open.size() < 6) {
          open.add(intake.submit(RunSpec.of("bench", Collections.nCopies(RUN, JobSpec.of(JobType.of("noop"), "{}")))).run());
        }
        while (!intake.find(open.peek()).orElseThrow().status().ended()) {
          Thread.sleep(2);
        }
        open.remove();
        done += RUN;
      }
      double rate = done / ((System.nanoTime() - began) / 1e9);
      while (!open.isEmpty()) {
        if (intake.find(open.peek()).orElseThrow().status().ended()) {
          open.remove();
        } else {
          Thread.sleep(5);
        }
      }
      worker.stop();
      return rate;
    }
  }

  private static String create(String server, String kind) throws Exception {
    String name = kind + "_" + System.nanoTime();
    Main.execute(server, "CREATE DATABASE " + name);
    String url = server.substring(0, server.lastIndexOf('/') + 1) + name;
    try (Store store = Store.open(StoreUrl.parse(url), StoreClock.DATABASE, 2)) {
      new Migrations(store).migrate();
    }
    return url;
  }
}
