package dev.tidemill.jobs.worker;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.job.StagedJob;
import dev.tidemill.core.job.StopReason;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.storage.EpochName;
import dev.tidemill.storage.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run of a job's code: what the code sees, and what others see of it. Thread-safe. */
final class Execution implements JobContext {
  private static final int MOST_LINES = 1000;
  private static final int LONGEST_LINE = 4000;

  private final ClaimedJob job;
  private final JobLeases leases;
  private final TimeSource time;
  private final Duration startedAt;
  private final Supplier<Optional<StopReason>> stop;
  private final List<String> lines = new ArrayList<>();
  private final List<AutoCloseable> kept = new ArrayList<>();
  private @Nullable Thread thread = Thread.currentThread();
  private int dropped;
  private double fraction;
  private String words = "";

  /** Made on the thread that will run the code. */
  Execution(
      ClaimedJob job, JobLeases leases, TimeSource time, Supplier<Optional<StopReason>> stop) {
    this.job = job;
    this.leases = leases;
    this.time = time;
    this.startedAt = time.monotonic();
    this.stop = stop;
  }

  /** What people get to see of a running job. */
  record Doing(
      String job,
      String run,
      String type,
      long epoch,
      long seconds,
      double progress,
      String words) {}

  synchronized Doing doing() {
    return new Doing(
        job.id().toString(),
        job.run().toString(),
        job.type().name(),
        job.epoch().value(),
        time.monotonic().minus(startedAt).toSeconds(),
        fraction,
        words);
  }

  /** Only while the code runs: an interruption must not hit what its thread does next. */
  synchronized void interrupt() {
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** The code has returned; an interruption that came too late is swallowed here. */
  @SuppressWarnings("ResultOfMethodCallIgnored")
  synchronized void over() {
    thread = null;
    Thread.interrupted();
  }

  Claim claim() {
    return job.claim();
  }

  /** The lines since the last call. */
  synchronized List<String> takeLines() {
    var taken = new ArrayList<>(lines);
    if (dropped > 0) {
      taken.add("… " + dropped + " lines were dropped: too many at once");
      dropped = 0;
    }
    lines.clear();
    return taken;
  }

  @Override
  public JobId job() {
    return job.id();
  }

  @Override
  public RunId run() {
    return job.run();
  }

  @Override
  public Epoch epoch() {
    return job.epoch();
  }

  @Override
  public int failures() {
    return job.failures();
  }

  @Override
  public Optional<String> checkpoint() {
    return Optional.ofNullable(job.checkpoint());
  }

  @Override
  public TimeSource time() {
    return time;
  }

  @Override
  public synchronized void progress(double done, String what) {
    fraction = Math.clamp(done, 0.0, 1.0);
    words = what;
  }

  @Override
  public synchronized void log(String line) {
    if (lines.size() < MOST_LINES) {
      lines.add(line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "…" : line);
    } else {
      dropped++;
    }
  }

  @Override
  public String outputName(String name) {
    ObjectKey prefix = ObjectKey.of("runs/" + job.run() + "/" + job.id());
    return new EpochName(ObjectKey.of(name), job.epoch()).under(prefix).value();
  }

  @Override
  public List<StagedJob> staged() {
    return leases.staging(job.run()).jobs();
  }

  @Override
  public synchronized void keep(AutoCloseable session) {
    kept.add(session);
  }

  /** What the code left open. */
  synchronized List<AutoCloseable> kept() {
    return List.copyOf(kept);
  }

  @Override
  public Optional<StopReason> stopRequested() {
    return stop.get();
  }
}
