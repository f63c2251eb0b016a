package dev.tidemill.jobs.worker;

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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Leases that tell what was asked of them, after it was done. */
final class WatchedLeases implements JobLeases {
  final List<String> calls = new CopyOnWriteArrayList<>();
  final AtomicInteger heartbeats = new AtomicInteger();
  IntConsumer onClaim = jobs -> {};
  private final JobLeases real;

  WatchedLeases(JobLeases real) {
    this.real = real;
  }

  @Override
  public WorkerLease register(WorkerHello hello) {
    return real.register(hello);
  }

  @Override
  public List<ClaimedJob> claim(WorkerLease lease, ClaimRequest request) {
    List<ClaimedJob> jobs = real.claim(lease, request);
    calls.add("claim");
    onClaim.accept(jobs.size());
    return jobs;
  }

  @Override
  public HeartbeatAnswer heartbeat(WorkerLease lease, Heartbeat beat) {
    HeartbeatAnswer answer = real.heartbeat(lease, beat);
    calls.add("heartbeat");
    heartbeats.incrementAndGet();
    return answer;
  }

  @Override
  public List<SettleAnswer> settle(WorkerLease lease, List<Settlement> settlements) {
    List<SettleAnswer> answers = real.settle(lease, settlements);
    calls.add("settle");
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
    calls.add("stop");
  }
}
