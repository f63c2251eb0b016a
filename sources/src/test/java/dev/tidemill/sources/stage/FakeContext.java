package dev.tidemill.sources.stage;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.job.StopReason;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.core.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A job that runs outside a worker. */
final class FakeContext implements JobContext {
  private final long id;
  final AtomicReference<@Nullable StopReason> stop = new AtomicReference<>();
  final List<String> said = java.util.Collections.synchronizedList(new ArrayList<>());

  FakeContext(long id) {
    this.id = id;
  }

  @Override
  public JobId job() {
    return new JobId(id);
  }

  @Override
  public RunId run() {
    return new RunId(7);
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
  public void progress(double fraction, String words) {
    said.add(words);
  }

  @Override
  public void log(String line) {
    said.add(line);
  }

  @Override
  public String outputName(String name) {
    return "runs/run_7/job_" + id + "/e1/" + name;
  }

  @Override
  public Optional<StopReason> stopRequested() {
    return Optional.ofNullable(stop.get());
  }
}
