package dev.tidemill.bench.jobs;

import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.JobLeases;
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
import io.nats.client.Connection;
import io.nats.client.Nats;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** From when a job should have arrived until its code begins, at a fixed rate; beside it the floor: a commit and a NATS round trip. */
final class Latency {
  private Latency() {}

  record Mark(int n) {}

  static void run(String server, String nats, int rate, int seconds, int rounds) throws Exception {
    var ratios = new ArrayList<Double>();
    // One more to warm up.
    for (int round = 0; round <= rounds; round++) {
      System.out.println(round == 0 ? "warming up" : "round " + round);
      double[] alone = floor(server, nats);
      System.out.printf(
          "floor, one right after the other: commit p50 %.2f p99 %.2f ms, NATS round trip p50 %.2f p99 %.2f ms%n",
          alone[0], alone[1], alone[2], alone[3]);
      for (int r : new int[] {rate, rate / 2}) {
        double[] floor = pacedFloor(server, nats, r, seconds);
        print("floor", r, floor);
        for (String queue : List.of("store:", nats)) {
          double[] p = measure(server, queue, r, seconds);
          print(queue.startsWith("nats") ? "tidemill+nats" : "tidemill", r, p);
          System.out.printf(
              "                      of which, p50: late %.2f, submitting %.2f, hint %.2f, claiming %.2f, starting %.2f ms%n",
              p[4], p[5], p[6], p[7], p[8]);
          if (round > 0 && r < rate && queue.startsWith("nats")) {
            ratios.add(p[0] / floor[0]);
          }
        }
      }
    }
    Collections.sort(ratios);
    System.out.printf(
        "at half load with NATS, p50 of ours to p50 of the floor at the same pace: median %.2f (%.2f to %.2f) of %d rounds%n",
        ratios.get(ratios.size() / 2), ratios.getFirst(), ratios.getLast(), ratios.size());
    System.exit(0);
  }

  private static void print(String who, int rate, double[] p) {
    System.out.printf("%-14s %4d/s  p50 %.2f  p95 %.2f  p99 %.2f  max %.2f ms%n", who, rate, p[0], p[1], p[2], p[3]);
  }

  private static double[] measure(String server, String queue, int rate, int seconds) throws Exception {
    String name = "latency_" + System.nanoTime();
    Main.execute(server, "CREATE DATABASE " + name);
    String url = server.substring(0, server.lastIndexOf('/') + 1) + name;
    int count = rate * seconds;
    var asked = new AtomicLongArray(count);
    var submitted = new AtomicLongArray(count);
    var claiming = new AtomicLongArray(count);
    var claimed = new AtomicLongArray(count);
    var began = new AtomicLongArray(count);
    var ran = new AtomicInteger();
    JobHandler<Mark> handler =
        new JobHandler<>() {
          @Override
          public JobType type() {
            return JobType.of("mark");
          }

          @Override
          public Class<Mark> payloadClass() {
            return Mark.class;
          }

          @Override
          public JobOutcome run(Mark mark, JobContext context) {
            began.set(mark.n(), System.nanoTime());
            ran.incrementAndGet();
            return JobOutcome.Done.nothing();
          }
        };
    var time = new SystemTime();
    StoreUrl store = StoreUrl.parse(url);
    long start;
    try (Store database = Store.open(store, StoreClock.DATABASE, 16);
        Permits permits = PermitsFactory.open(QueueUrl.parse(queue), store, time)) {
      new Migrations(database).migrate();
      var wakeups = new RingWhenDue(permits, time);
      var intake = new SqlJobIntake(database, 0, wakeups);
      var worker =
          new JobWorker(
              new Tidemill(queue, 10).settings(16), Handlers.of(List.of(handler)),
              watched(new SqlJobLeases(database, time, wakeups), claiming, claimed), permits, time, Tidemill.metrics(), () -> {});
      worker.start();
      Thread.sleep(500);
      start = System.nanoTime() + 500_000_000L;
      submit(
          start, rate, count,
          n -> {
            asked.set(n, System.nanoTime());
            intake.submit(RunSpec.of("bench", List.of(JobSpec.of(JobType.of("mark"), "{\"n\":" + n + "}"))));
            submitted.set(n, System.nanoTime());
          });
      while (ran.get() < count) {
        Thread.sleep(5);
      }
      worker.stop();
    }
    Main.execute(server, "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    // The first second warms up.
    double[][] parts = new double[6][count - rate];
    for (int n = rate; n < count; n++) {
      long[] moments = {
        due(start, rate, n), asked.get(n), submitted.get(n), Math.max(claiming.get(n), submitted.get(n)), claimed.get(n), began.get(n)
      };
      parts[0][n - rate] = (began.get(n) - due(start, rate, n)) / 1e6;
      for (int part = 1; part < moments.length; part++) {
        parts[part][n - rate] = (moments[part] - moments[part - 1]) / 1e6;
      }
    }
    double[] all = Arrays.copyOf(percentiles(parts[0]), 9);
    for (int part = 1; part < parts.length; part++) {
      all[3 + part] = percentiles(parts[part])[0];
    }
    return all;
  }

  /** Notes when the claim that brought a job began and ended. */
  @SuppressWarnings("unchecked")
  private static JobLeases watched(JobLeases leases, AtomicLongArray claiming, AtomicLongArray claimed) {
    return (JobLeases)
        Proxy.newProxyInstance(
            Latency.class.getClassLoader(),
            new Class<?>[] {JobLeases.class},
            (proxy, method, arguments) -> {
              long before = System.nanoTime();
              Object answer = method.invoke(leases, arguments);
              if (method.getName().equals("claim")) {
                long after = System.nanoTime();
                for (ClaimedJob job : (List<ClaimedJob>) answer) {
                  int n = Integer.parseInt(job.payload().replaceAll("[^0-9]", ""));
                  claiming.set(n, before);
                  claimed.set(n, after);
                }
              }
              return answer;
            });
  }

  /** The least that could be: somebody commits one row, somebody else hears of it over NATS, at the same pace. */
  private static double[] pacedFloor(String server, String nats, int rate, int seconds) throws Exception {
    int count = rate * seconds;
    var heard = new AtomicLongArray(count);
    var all = new CountDownLatch(count);
    long start;
    try (Store database = Store.open(StoreUrl.parse(server), StoreClock.DATABASE, 16);
        Connection sender = Nats.connect(nats);
        Connection receiver = Nats.connect(nats)) {
      database.autocommit(handle -> handle.execute("CREATE TABLE IF NOT EXISTS floor (n bigint)"));
      receiver
          .createDispatcher(
              message -> {
                heard.set(ByteBuffer.wrap(message.getData()).getInt(), System.nanoTime());
                all.countDown();
              })
          .subscribe("bench.floor");
      receiver.flush(Duration.ofSeconds(5));
      start = System.nanoTime() + 500_000_000L;
      submit(
          start, rate, count,
          n -> {
            database.autocommit(handle -> handle.execute("INSERT INTO floor VALUES (1)"));
            sender.publish("bench.floor", ByteBuffer.allocate(4).putInt(n).array());
          });
      all.await();
    }
    double[] waited = new double[count - rate];
    for (int n = rate; n < count; n++) {
      waited[n - rate] = (heard.get(n) - due(start, rate, n)) / 1e6;
    }
    return percentiles(waited);
  }

  private static void submit(long start, int rate, int count, IntConsumer submission) throws InterruptedException {
    var next = new AtomicInteger();
    Thread[] submitters = new Thread[8];
    for (int i = 0; i < submitters.length; i++) {
      submitters[i] =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int n = next.getAndIncrement(); n < count; n = next.getAndIncrement()) {
                      long wait = due(start, rate, n) - System.nanoTime();
                      if (wait > 0) {
                        LockSupport.parkNanos(wait);
                      }
                      submission.accept(n);
                    }
                  });
    }
    for (Thread submitter : submitters) {
      submitter.join();
    }
  }

  private static long due(long start, int rate, int n) {
    return start + n * (1_000_000_000L / rate);
  }

  private static double[] floor(String server, String nats) throws Exception {
    double[] commits = new double[300];
    try (var connection = DriverManager.getConnection(Main.jdbc(server), "postgres", null);
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS floor (n bigint)");
      for (int i = 0; i < commits.length; i++) {
        long began = System.nanoTime();
        statement.execute("INSERT INTO floor VALUES (1)");
        commits[i] = (System.nanoTime() - began) / 1e6;
      }
    }
    double[] trips = new double[300];
    try (Connection connection = Nats.connect(nats)) {
      for (int i = 0; i < trips.length; i++) {
        long began = System.nanoTime();
        connection.flush(Duration.ofSeconds(5));
        trips[i] = (System.nanoTime() - began) / 1e6;
      }
    }
    double[] c = percentiles(commits);
    double[] t = percentiles(trips);
    return new double[] {c[0], c[2], t[0], t[2]};
  }

  private static double[] percentiles(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new double[] {at(sorted, 0.5), at(sorted, 0.95), at(sorted, 0.99), sorted[sorted.length - 1]};
  }

  private static double at(double[] sorted, double share) {
    return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }
}
