package dev.tidemill.jobs.store;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.JobUpkeep;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.state.Amnesty;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link JobUpkeep} on a database. One thread at a time; any number of processes. */
public final class SqlJobUpkeep implements JobUpkeep {
  private static final Logger log = LoggerFactory.getLogger(SqlJobUpkeep.class);
  private static final int BATCH = 200;

  private final Store store;
  private final Statements statements;
  private final TimeSource time;
  private final Amnesty amnesty;

  /**
   * @param interval how often it is called; the store counts as watched between two such calls
   */
  public SqlJobUpkeep(Store store, TimeSource time, Duration interval) {
    this.store = store;
    this.statements = store.statements();
    this.time = time;
    this.amnesty = new Amnesty(interval.multipliedBy(2));
  }

  @Override
  public Reclaimed reclaim() {
    List<Silent> dead = new ArrayList<>();
    boolean held = false;
    try {
      for (Silent worker : silentWorkers()) {
        if (amnesty.over(worker.lease)) {
          dead.add(worker);
        } else {
          held = true;
        }
      }
    } catch (TidemillException | JdbiException e) {
      amnesty.failed();
      throw e;
    }
    int workers = 0;
    for (Silent worker : dead) {
      workers += markLost(worker);
    }
    Reclaimed taken = takeFromTheGone();
    return new Reclaimed(workers, taken.returned(), taken.failed(), taken.cancelled(), held);
  }

  @Override
  public int failOverdue() {
    String error =
        Ending.error(
            Problem.of(JobsError.DEADLINE_PASSED, "the run did not end before its deadline")
                .next("give it a later deadline, or retry it: what completed is kept"));
    return eachRun(
        "SELECT id FROM runs WHERE ended_at IS NULL AND deadline_at < ${now} AND status <> 'cancelling'"
            + " ORDER BY deadline_at, id LIMIT :limit",
        (handle, run, update) -> {
          if (!run.status().open()) {
            return false;
          }
          update.stop(run, RunStatus.Event.FAIL, error);
          return true;
        });
  }

  @Override
  public int repairGates() {
    return showBegun() + decideAgain();
  }

  /** Runs whose claim found them locked and went on without marking them. */
  private int showBegun() {
    return eachRun(
        "SELECT id FROM runs r WHERE status IN ('pending', 'ready') AND EXISTS (SELECT 1 FROM jobs j"
            + " WHERE j.run_id = r.id AND j.status = 'claimed') ORDER BY id LIMIT :limit",
        (handle, run, update) -> {
          RunStatus.Event event = begun(handle, run);
          if (RunStatus.TABLE.next(run.status(), event).isEmpty()) {
            return false;
          }
          update.begin(run, event);
          return true;
        });
  }

  private static RunStatus.Event begun(Handle handle, RunRow run) {
    boolean executing =
        handle
                .createQuery(
                    "SELECT count(*) FROM jobs WHERE run_id = :run AND status = 'claimed'"
                        + " AND stage = 'exec'")
                .bind("run", run.id())
                .mapTo(Long.class)
                .one()
            > 0;
    return executing ? RunStatus.Event.BEGIN_EXECUTING : RunStatus.Event.BEGIN_STAGING;
  }

  private int decideAgain() {
    return eachRun(
        "SELECT id FROM runs r WHERE ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM jobs j"
            + " WHERE j.run_id = r.id AND j.status IN ('pending', 'claimed', 'parked'))"
            + " ORDER BY id LIMIT :limit",
        (handle, run, update) -> {
          update.decide(run.with(Recount.of(handle, run.id())), null);
          return true;
        });
  }

  @Override
  public int retain(Duration keep) {
    return store.inTransaction(
        handle -> {
          List<Long> old =
              handle
                  .createQuery(
                      statements.fill(
                          "SELECT id FROM runs WHERE ended_at < ${now} - :keep"
                              + " AND NOT EXISTS (SELECT 1 FROM jobs WHERE run_id = runs.id"
                              + " AND jobs.status = 'claimed') ORDER BY id LIMIT :limit ${try_lock}"))
                  .bind("keep", keep.toNanos() / 1000)
                  .bind("limit", BATCH)
                  .mapTo(Long.class)
                  .list();
          for (long run : old) {
            Retention.delete(handle, run);
          }
          return old.size();
        });
  }

  private record Silent(long id, Duration lease) {}

  private record Held(long worker, String workerName, Claim claim) {}

  /** Also the look at the store that the amnesty is measured by. */
  private List<Silent> silentWorkers() {
    return store.inTransaction(
        handle -> {
          long now = handle.createQuery(statements.fill("SELECT ${now}")).mapTo(Long.class).one();
          amnesty.answered(time.monotonic(), Duration.ofNanos(Math.multiplyExact(now, 1000L)));
          return handle
              .createQuery(
                  statements.fill(
                      "SELECT id, lease_micros FROM workers"
                          + " WHERE status IN ('starting', 'active', 'draining', 'drained')"
                          + " AND last_seen_at + lease_micros < ${now} ORDER BY id"))
              .map(
                  (row, context) ->
                      new Silent(
                          row.getLong("id"), Duration.ofNanos(row.getLong("lease_micros") * 1000)))
              .list();
        });
  }

  /** In a transaction of its own: a worker's lock never comes before a run's. */
  private int markLost(Silent worker) {
    return store.inTransaction(
        handle ->
            handle
                .createUpdate(
                    statements.fill(
                        "UPDATE workers SET status = 'lost', ended_at = ${now} WHERE id = :worker"
                            + " AND status IN ('starting', 'active', 'draining', 'drained')"
                            + " AND last_seen_at + lease_micros < ${now}"))
                .bind("worker", worker.id)
                .execute());
  }

  private Reclaimed takeFromTheGone() {
    int returned = 0;
    int failed = 0;
    int cancelled = 0;
    while (true) {
      Collection<Settling.Ended> ended =
          store.inTransaction(
              handle -> {
                List<Ending> endings =
                    heldByTheGone(handle).stream()
                        .map(h -> Ending.lost(h.worker, h.claim, h.workerName))
                        .toList();
                return new Settling(handle, store).settle(endings, Map.of()).values();
              });
      for (Settling.Ended end : ended) {
        returned += end.status() == JobStatus.PENDING ? 1 : 0;
        failed += end.status() == JobStatus.FAILED ? 1 : 0;
        cancelled += end.status() == JobStatus.CANCELLED ? 1 : 0;
      }
      if (ended.isEmpty()) {
        return new Reclaimed(0, returned, failed, cancelled, false);
      }
    }
  }

  private static List<Held> heldByTheGone(Handle handle) {
    return handle
        .createQuery(
            "SELECT j.id, j.run_id, j.epoch, w.id AS worker_id, w.name FROM jobs j"
                + " JOIN workers w ON w.id = j.claimed_by"
                + " WHERE j.status = 'claimed' AND w.status IN ('lost', 'stopped')"
                + " ORDER BY j.run_id, j.id LIMIT :limit")
        .bind("limit", BATCH)
        .map(
            (row, context) ->
                new Held(row.getLong("worker_id"), row.getString("name"), Claims.read(row)))
        .list();
  }

  @FunctionalInterface
  private interface RunStep {
    boolean take(Handle handle, RunRow run, RunUpdate update);
  }

  /** One transaction for each run, so that one that cannot be moved holds up no other. */
  private int eachRun(String select, RunStep step) {
    List<Long> runs =
        store.inTransaction(
            handle ->
                handle
                    .createQuery(statements.fill(select))
                    .bind("limit", BATCH)
                    .mapTo(Long.class)
                    .list());
    int taken = 0;
    for (long run : runs) {
      try {
        taken += store.inTransaction(handle -> take(handle, run, step)) ? 1 : 0;
      } catch (JdbiException e) {
        log.error("Upkeep of {} failed and is tried again with the next pass", new RunId(run), e);
      }
    }
    return taken;
  }

  private boolean take(Handle handle, long run, RunStep step) {
    var update = new RunUpdate(handle, statements);
    boolean moved =
        RunRow.lock(handle, statements, List.of(run)).stream()
            .anyMatch(row -> step.take(handle, row, update));
    update.flush();
    return moved;
  }
}
