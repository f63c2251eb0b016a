package dev.tidemill.server.worker;

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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Leases whose claims wait until the test lets them go. */
record StuckClaims(JobLeases real, CountDownLatch begun, CountDownLatch release)
    implements JobLeases {

  @Override
  public WorkerLease register(WorkerHello hello) {
    return real.register(hello);
  }

  @Override
  public List<ClaimedJob> claim(WorkerLease lease, ClaimRequest request) {
    begun.countDown();
    try {
      if (!release.await(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("never let go");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return List.of();
  }

  @Override
  public HeartbeatAnswer heartbeat(WorkerLease lease, Heartbeat beat) {
    return real.heartbeat(lease, beat);
  }

  @Override
  public List<SettleAnswer> settle(WorkerLease lease, List<Settlement> settlements) {
    return real.settle(lease, settlements);
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
