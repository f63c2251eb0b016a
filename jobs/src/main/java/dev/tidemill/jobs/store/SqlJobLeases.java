package dev.tidemill.jobs.store;

import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.JobLines;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.Staging;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import java.util.List;
import java.util.Map;

/** {@link JobLeases} on a database. */
public final class SqlJobLeases implements JobLeases {
  private final Store store;
  private final Statements statements;
  private final TimeSource time;
  private final Wakeups wakeups;
  private final Lanes lanes;
  private final StrayWatch strays = new StrayWatch();

  public SqlJobLeases(Store store, TimeSource time) {
    this(store, time, Wakeups.NONE);
  }

  public SqlJobLeases(Store store, TimeSource time, Wakeups wakeups) {
    this(store, time, wakeups, new Lanes());
  }

  SqlJobLeases(Store store, TimeSource time, Wakeups wakeups, Lanes lanes) {
    this.store = store;
    this.lanes = lanes;
    this.wakeups = wakeups;
    this.statements = store.statements();
    this.time = time;
  }

  @Override
  public WorkerLease register(WorkerHello hello) {
    return store.inLivenessTransaction(handle -> Registration.register(handle, statements, hello));
  }

  @Override
  public List<ClaimedJob> claim(WorkerLease lease, ClaimRequest request) {
    return request.types().isEmpty()
        ? List.of()
        : new ClaimCall(store, time, lanes, wakeups, lease, request).claim();
  }

  @Override
  public HeartbeatAnswer heartbeat(WorkerLease lease, Heartbeat beat) {
    return store.livenessAutocommit(
        handle -> new HeartbeatCall(handle, store, time, lanes, strays, lease, beat).answer());
  }

  @Override
  public List<SettleAnswer> settle(WorkerLease lease, List<Settlement> settlements) {
    return settlements.isEmpty()
        ? List.of()
        : new SettleCall(store, wakeups, lease).settle(settlements);
  }

  @Override
  public void log(WorkerLease lease, List<JobLines> lines) {
    if (lines.isEmpty()) {
      return;
    }
    store.inTransaction(
        handle -> {
          var batch =
              handle.prepareBatch(
                  statements.fill(
                      "INSERT INTO job_log (job_id, epoch, at, line)"
                          + " SELECT id, epoch, ${now}, :line FROM jobs WHERE id = :job"
                          + " AND epoch = :epoch AND claimed_by = :worker AND status || '' = 'claimed'"));
          for (JobLines of : lines) {
            for (String line : of.lines()) {
              batch
                  .bind("job", of.claim().job().value())
                  .bind("epoch", of.claim().epoch().value())
                  .bind("worker", lease.id())
                  .bind("line", Json.storable(line))
                  .add();
            }
          }
          return batch.execute();
        });
  }

  @Override
  public Staging staging(RunId run) {
    return store.inTransaction(handle -> new StagingView(handle, run).read());
  }

  @Override
  public void stop(WorkerLease lease) {
    var dues = new Dues();
    store.inTransaction(
        handle -> {
          List<Ending> rest =
              Claims.of(handle, lease.id()).stream()
                  .map(claim -> Ending.of(lease.id(), new Settlement.HandedBack(claim, null)))
                  .toList();
          var settling = new Settling(handle, store);
          settling.settle(rest, Map.of());
          dues.add(settling.dues());
          return handle
              .createUpdate(
                  statements.fill(
                      "UPDATE workers SET status = 'stopped', ended_at = ${now} WHERE id = :worker"
                          + " AND status IN (${live})"))
              .bind("worker", lease.id())
              .execute();
        });
    dues.tell(wakeups);
  }
}
