package dev.tidemill.bench.staging;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.job.StagedJob;
import dev.tidemill.core.job.StopReason;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.core.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A job outside a worker. */
record Context(long id, List<AutoCloseable> kept) implements JobContext {
  Context(long id) {
    this(id, new ArrayList<>());
  }

  @Override
  public void keep(AutoCloseable session) {
    kept.add(session);
  }

  @Override
  public List<StagedJob> staged() {
    return List.of();
  }

  @Override
  public JobId job() {
    return new JobId(id);
  }

  @Override
  public RunId run() {
    return new RunId(1);
  }

  @Override
  public Epoch epoch() {
    return new Epoch(1);
  }

  @Override
  public int failures() {
    return 0;
  }

  @Override
  public Optional<String> checkpoint() {
    return Optional.empty();
  }

  @Override
  public TimeSource time() {
    return new SystemTime();
  }

  @Override
  public void progress(double fraction, String words) {}

  @Override
  public void log(String line) {}

  @Override
  public String outputName(String name) {
    return "bench/" + id + "/" + name;
  }

  @Override
  public Optional<StopReason> stopRequested() {
    return Optional.empty();
  }
}
