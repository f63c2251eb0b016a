package dev.tidemill.cli.bench;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.JobLines;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.Staging;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Measures what the store takes for each call and how many jobs go into one. */
final class TimedLeases implements JobLeases {
  final AtomicLong claims = new AtomicLong();
  final AtomicLong settles = new AtomicLong();
  private final List<Long> settleNanos = new ArrayList<>();
  private final JobLeases real;
  private final LongSupplier clock;

  TimedLeases(JobLeases real, LongSupplier clock) {
    this.real = real;
    this.clock = clock;
  }

  /** How long each settlement was under way. */
  synchronized long[] settleNanos() {
    return settleNanos.stream().mapToLong(Long::longValue).toArray();
  }

  @Override
  public WorkerLease register(WorkerHello hello) {
    return real.register(hello);
  }

  @Override
  public List<ClaimedJob> claim(WorkerLease lease, ClaimRequest request) {
    claims.incrementAndGet();
    return real.claim(lease, request);
  }

  @Override
  public HeartbeatAnswer heartbeat(WorkerLease lease, Heartbeat beat) {
    return real.heartbeat(lease, beat);
  }

  @Override
  public List<SettleAnswer> settle(WorkerLease lease, List<Settlement> settlements) {
    long began = clock.getAsLong();
    List<SettleAnswer> answers = real.settle(lease, settlements);
    long took = clock.getAsLong() - began;
    settles.incrementAndGet();
    synchronized (this) {
      settleNanos.add(took);
    }
    return answers;
  }

  @Override
  public void log(WorkerLease lease, List<JobLines> lines) {
    real.log(lease, lines);
  }

  @Override
  public Staging staging(RunId run) {
    return real.staging(run);
  }

  @Override
  public void stop(WorkerLease lease) {
    real.stop(lease);
  }
}
