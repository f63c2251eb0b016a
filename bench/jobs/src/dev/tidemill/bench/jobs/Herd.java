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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Many jobs that become due at the same moment, beside as many that were due all along; in turns. */
final class Herd {
  private static final int RUN = 500;
  private static final Duration AHEAD = Duration.ofSeconds(20);

  private Herd() {}

  static void run(String server, int count, int rounds) throws Exception {
    System.out.printf("%-6s %14s %14s %8s%n", "round", "due at once/s", "due before/s", "ratio");
    for (int round = 0; round <= rounds; round++) {
      double herd = rate(server, count, AHEAD);
      double plain = rate(server, count, Duration.ZERO);
      System.out.printf("%-6s %14.0f %14.0f %7.0f%%%n", round == 0 ? "warm" : round, herd, plain, 100 * herd / plain);
    }
    System.exit(0);
  }

  /** Jobs per second from the moment they are due, or from the start of a worker when they are due already. */
  private static double rate(String server, int count, Duration ahead) throws Exception {
    String name = "herd_" + System.nanoTime();
    Main.execute(server, "CREATE DATABASE " + name);
    StoreUrl url = StoreUrl.parse(server.substring(0, server.lastIndexOf('/') + 1) + name);
    var time = new SystemTime();
    try (Store store = Store.open(url, StoreClock.DATABASE, 8);
        Permits permits = PermitsFactory.open(QueueUrl.parse("store:"), url, time)) {
      new Migrations(store).migrate();
      var wakeups = new RingWhenDue(permits, time);
      var intake = new SqlJobIntake(store, 0, wakeups);
      var worker =
          new JobWorker(
              new Tidemill("store:", 10).settings(16), Handlers.of(List.of(new Tidemill.Noop())),
              new SqlJobLeases(store, time, wakeups), permits, time, Tidemill.metrics(), () -> {});
      long due = System.nanoTime() + ahead.toNanos();
      var runs = new ArrayList<dev.tidemill.core.job.RunId>();
      for (int from = 0; from < count; from += RUN) {
        Duration left = Duration.ofNanos(Math.max(0, due - System.nanoTime()));
        JobSpec job = JobSpec.of(JobType.of("noop"), "{}").delay(ahead.isZero() ? Duration.ZERO : left);
        runs.add(intake.submit(RunSpec.of("bench", Collections.nCopies(RUN, job))).run());
      }
      if (!ahead.isZero() && System.nanoTime() > due) {
        throw new IllegalStateException("submitting took longer than the jobs were ahead");
      }
      if (ahead.isZero()) {
        due = System.nanoTime();
      }
      worker.start();
      for (var run : runs) {
        while (!intake.find(run).orElseThrow().status().ended()) {
          Thread.sleep(2);
        }
      }
      double seconds = (System.nanoTime() - due) / 1e9;
      worker.stop();
      return count / seconds;
    } finally {
      Main.execute(server, "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    }
  }
}
