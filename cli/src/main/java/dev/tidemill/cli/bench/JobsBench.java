package dev.tidemill.cli.bench;

import dev.tidemill.cli.node.Seams;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.worker.Handlers;
import dev.tidemill.jobs.worker.JobWorker;
import dev.tidemill.jobs.worker.WorkerMetrics;
import dev.tidemill.jobs.worker.WorkerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two measurements: how fast a pile of jobs is worked off, and, with jobs arriving at a steady
 * rate, how long each waits from when it should have arrived until it runs.
 */
public final class JobsBench {
  private static final int SUBMITTERS = 8;
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final Seams seams;
  private final WalMeter wal;
  private final SystemTime time = new SystemTime();

  public JobsBench(Seams seams, WalMeter wal) {
    this.seams = seams;
    this.wal = wal;
  }

  /** What to do. */
  public record Plan(int count, int threads, int rate, int seconds) {}

  public Map<String, Object> run(Plan plan) throws InterruptedException {
    var result = new LinkedHashMap<String, Object>();
    result.put("store", seams.where());
    result.put("threads", plan.threads);
    burnDown(plan, result);
    if (plan.rate > 0) {
      arrivals(plan, result);
    }
    return result;
  }

  private void burnDown(Plan plan, Map<String, Object> result) throws InterruptedException {
    var tape = new Tape(plan.count, this::nanos);
    long submitting = nanos();
    RunId run = seams.intake().submit(RunSpec.of("bench", jobs(0, plan.count))).run();
    long submitted = nanos();
    long walBefore = wal.bytes();
    var leases = new TimedLeases(seams.leases(), this::nanos);
    JobWorker worker = worker(plan, tape, leases);
    long began = nanos();
    worker.start();
    RunView end = await(run);
    double seconds = (nanos() - began) / 1e9;
    long walBytes = wal.bytes() - walBefore;
    worker.stop();
    result.put("count", plan.count);
    result.put("jobs_per_second", Math.round(plan.count / seconds));
    result.put("submitted_per_second", Math.round(plan.count / ((submitted - submitting) / 1e9)));
    result.put("completed", end.tally().done());
    result.put("lost", tape.lost());
    result.put("duplicated", tape.duplicated());
    result.put("jobs_per_claim", mean(plan.count, leases.claims.get()));
    result.put("jobs_per_settlement", mean(plan.count, leases.settles.get()));
    result.put("settlement_ms", Percentiles.ofNanos(leases.settleNanos()).fields());
    result.put("wal_bytes_per_job", wal.known() ? walBytes / plan.count : null);
  }

  private void arrivals(Plan plan, Map<String, Object> result) throws InterruptedException {
    int count = plan.rate * plan.seconds;
    var tape = new Tape(count, this::nanos);
    JobWorker worker = worker(plan, tape, new TimedLeases(seams.leases(), this::nanos));
    worker.start();
    long began = nanos() + Duration.ofSeconds(1).toNanos();
    var next = new AtomicInteger();
    var submitters = new ArrayList<Thread>();
    for (int i = 0; i < SUBMITTERS; i++) {
      submitters.add(
          Thread.ofPlatform()
              .name("submit-" + i)
              .start(() -> submitOnTime(plan, count, began, next)));
    }
    for (Thread submitter : submitters) {
      if (!submitter.join(LIMIT)) {
        throw tooLong();
      }
    }
    long limit = nanos() + LIMIT.toNanos();
    while (tape.lost() > 0) {
      if (nanos() > limit) {
        throw tooLong();
      }
      time.sleep(Duration.ofMillis(20));
    }
    var waited = new long[count];
    for (int i = 0; i < count; i++) {
      waited[i] = tape.beganAt(i) - dueAt(plan, began, i);
    }
    worker.stop();
    result.put("rate", plan.rate);
    result.put("latency_ms", Percentiles.ofNanos(waited).fields());
    result.put("arrivals_duplicated", tape.duplicated());
  }

  private void submitOnTime(Plan plan, int count, long began, AtomicInteger next) {
    try {
      for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
        long wait = dueAt(plan, began, i) - nanos();
        if (wait > 0) {
          time.sleep(Duration.ofNanos(wait));
        }
        seams.intake().submit(RunSpec.of("bench", jobs(i, 1)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** When it should arrive, whatever keeps the submitter: else a stall would hide itself. */
  private static long dueAt(Plan plan, long began, int job) {
    return began + job * (Duration.ofSeconds(1).toNanos() / plan.rate);
  }

  private JobWorker worker(Plan plan, Tape tape, TimedLeases leases) {
    var settings =
        new WorkerSettings(
            "bench-" + ProcessHandle.current().pid(),
            null,
            "localhost",
            ProcessHandle.current().pid(),
            "bench",
            plan.threads,
            10,
            512,
            List.of(),
            Duration.ofSeconds(15),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30));
    var catalog = new MetricCatalog();
    WorkerMetrics.addTo(catalog);
    return new JobWorker(
        settings,
        Handlers.of(List.of(tape)),
        leases,
        seams.permits(),
        time,
        new WorkerMetrics(new Meters(catalog)),
        () -> {});
  }

  private RunView await(RunId run) throws InterruptedException {
    long limit = nanos() + LIMIT.toNanos();
    while (true) {
      RunView now = seams.intake().find(run).orElseThrow();
      if (now.status().ended()) {
        return now;
      }
      if (nanos() > limit) {
        throw tooLong();
      }
      time.sleep(Duration.ofMillis(10));
    }
  }

  private static List<JobSpec> jobs(int first, int count) {
    var jobs = new ArrayList<JobSpec>(count);
    for (int i = first; i < first + count; i++) {
      jobs.add(JobSpec.of(Tape.TYPE, "{\"n\":%d}".formatted(i)));
    }
    return jobs;
  }

  private static double mean(int jobs, long calls) {
    return calls == 0 ? 0 : Math.round(10.0 * jobs / calls) / 10.0;
  }

  private static RuntimeException tooLong() {
    return Problem.of(CoreError.UNAVAILABLE, "the measurement did not end in " + LIMIT)
        .next("try a smaller --count, or look at `tidemill jobs waiting`")
        .exception();
  }

  private long nanos() {
    return time.monotonic().toNanos();
  }
}
