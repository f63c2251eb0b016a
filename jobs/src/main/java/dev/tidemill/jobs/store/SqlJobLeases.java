package dev.tidemill.jobs.store;

import dev.tidemill.core.job.JobType;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** {@link JobLeases} on a database. */
public final class SqlJobLeases implements JobLeases {
  private final Store store;
  private final Statements statements;

  public SqlJobLeases(Store store) {
    this.store = store;
    this.statements = store.statements();
  }

  @Override
  public WorkerLease register(WorkerHello hello) {
    return store.inLivenessTransaction(handle -> Registration.register(handle, statements, hello));
  }

  @Override
  public List<ClaimedJob> claim(WorkerLease lease, ClaimRequest request) {
    return store.inTransaction(
        handle -> {
          record Picked(int priority, long due, ClaimedJob job) {}
          List<Picked> picked =
              handle
                  .createQuery(statements.hot("claim"))
                  .bind("worker", lease.id())
                  .bind("queue", request.queue().word())
                  .bind("max", request.max())
                  .bind(
                      "types", Json.write(request.types().stream().map(JobType::toString).toList()))
                  .bind("capabilities", Json.write(request.capabilities()))
                  .map(
                      (row, context) ->
                          new Picked(
                              row.getInt("priority"),
                              row.getLong("not_before"),
                              JobRows.claimed(row)))
                  .list();
          List<ClaimedJob> jobs =
              picked.stream()
                  .sorted(
                      Comparator.comparingInt(Picked::priority)
                          .thenComparingLong(Picked::due)
                          .thenComparing(p -> p.job().id()))
                  .map(Picked::job)
                  .toList();
          RunBeginning.mark(handle, statements, jobs);
          return jobs;
        });
  }

  @Override
  public HeartbeatAnswer heartbeat(WorkerLease lease, Heartbeat beat) {
    return store.inLivenessTransaction(
        handle -> new HeartbeatCall(handle, store, lease, beat).answer());
  }

  @Override
  public List<SettleAnswer> settle(WorkerLease lease, List<Settlement> settlements) {
    return settlements.isEmpty() ? List.of() : new SettleCall(store, lease).settle(settlements);
  }

  @Override
  public void stop(WorkerLease lease) {
    store.inTransaction(
        handle -> {
          List<Ending> rest =
              Claims.of(handle, lease.id()).stream()
                  .map(claim -> Ending.of(lease.id(), new Settlement.HandedBack(claim, null)))
                  .toList();
          new Settling(handle, store).settle(rest, Map.of());
          handle
              .createUpdate(
                  statements.fill(
                      "UPDATE workers SET status = 'stopped', ended_at = ${now} WHERE id = :worker"
                          + " AND status IN (${live})"))
              .bind("worker", lease.id())
              .execute();
          return true;
        });
  }
}
