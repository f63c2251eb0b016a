package dev.tidemill.schedule.cron;

import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.schedule.leader.Election;
import dev.tidemill.schedule.leader.HolderId;
import dev.tidemill.schedule.leader.LeaderLease;
import dev.tidemill.schedule.leader.LeaseSettings;
import dev.tidemill.schedule.leader.Term;
import java.util.Optional;

/** One node's part in firing schedules: stands for election, and fires while it leads. */
public final class CronLoop extends BaseService {
  private final Election election;

  public CronLoop(
      LeaseSettings settings,
      HolderId holder,
      LeaderLease lease,
      Firing firing,
      TimeSource time,
      CronMetrics metrics) {
    super("cron");
    election =
        new Election(
            "cron",
            settings,
            holder,
            lease,
            (term, latch) -> new CronWork(firing, latch, time, metrics),
            time,
            metrics);
  }

  /** The term under which this node leads right now. */
  public Optional<Term> leads() {
    return election.leads();
  }

  @Override
  protected void open() {
    election.start();
  }

  @Override
  protected void close() {
    election.stop();
  }
}
