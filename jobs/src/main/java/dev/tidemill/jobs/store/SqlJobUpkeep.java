package dev.tidemill.jobs.store;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.JobUpkeep;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.state.Amnesty;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link JobUpkeep} on a database. One thread at a time; any number of processes. */
public final class SqlJobUpkeep implements JobUpkeep {
  private static final Logger log = LoggerFactory.getLogger(SqlJobUpkeep.class);
  private static final int BATCH = 200;

  /** How long an open run may stand still before it is counted anew. */
  private static final Duration STILL = Duration.ofSeconds(30);

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
    look();
    List<Silent> dead = new ArrayList<>();
    boolean held = false;
    for (Silent worker : silentWorkers()) {
      if (amnesty.over(worker.lease)) {
        dead.add(worker);
      } else {
        held = true;
      }
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
        Map.of(),
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
    return showBegun() + countAnew();
  }

  @Override
  public int retain(Duration keep) {
    int deleted =
        eachRun(
            "SELECT id FROM runs WHERE ended_at < ${now} - :keep"
                + " AND NOT EXISTS (SELECT 1 FROM jobs WHERE run_id = runs.id"
                + " AND jobs.status = 'claimed')"
                + " AND NOT EXISTS (SELECT 1 FROM snapshots WHERE run_id = runs.id)"
                + " ORDER BY id LIMIT :limit",
            Map.of("keep", keep),
            (handle, run, update) -> Retention.delete(handle, run.id()));
    store.inTransaction(
        handle ->
            handle
                .createUpdate(
                    statements.fill("DELETE FROM workers WHERE ended_at < ${now} - :keep"))
                .bind("keep", micros(keep))
                .execute());
    return deleted;
  }

  /** Runs whose claim found them locked and went on without marking them. */
  private int showBegun() {
    return eachRun(
        "SELECT id FROM runs r WHERE status IN ('pending', 'ready') AND EXISTS (SELECT 1 FROM jobs j"
            + " WHERE j.run_id = r.id AND j.status = 'claimed') ORDER BY id LIMIT :limit",
        Map.of(),
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

  /** Open runs that nothing has moved for a while; counting shows whether something should have. */
  private int countAnew() {
    return eachRun(
        "SELECT id FROM runs WHERE ended_at IS NULL AND updated_at < ${now} - :still"
            + " ORDER BY updated_at LIMIT :limit",
        Map.of("still", STILL),
        (handle, run, update) -> {
          Tally counted = Recount.of(handle, run.id());
          update.decide(run.with(counted), null);
          return counted.open() == 0 || !counted.equals(run.tally());
        });
  }

  private record Silent(long id, Duration lease) {}

  private record Held(long worker, String workerName, boolean stopped, Claim claim) {

    /**
     * One that stopped had handed back what it knew of; a claim that raced with it costs nothing.
     */
    Ending ending() {
      return stopped
          ? Ending.of(worker, new Settlement.HandedBack(claim, null))
          : Ending.lost(worker, claim, workerName);
    }
  }

  /** The look at the store that the amnesty is measured by; taken often, as passes may be long. */
  private void look() {
    long now =
        watched(
            handle -> handle.createQuery(statements.fill("SELECT ${now}")).mapTo(Long.class).one());
    amnesty.answered(time.monotonic(), Duration.ofNanos(Math.multiplyExact(now, 1000L)));
  }

  private <T> T watched(HandleCallback<T, RuntimeException> body) {
    try {
      return store.inTransaction(body);
    } catch (TidemillException | JdbiException e) {
      amnesty.failed();
      throw e;
    }
  }

  private List<Silent> silentWorkers() {
    return watched(
        handle ->
            handle
                .createQuery(
                    statements.fill(
                        "SELECT id, lease_micros FROM workers"
                            + " WHERE status IN ('starting', 'active', 'draining', 'drained')"
                            + " AND last_seen_at + lease_micros < ${now} ORDER BY id"))
                .map(
                    (row, context) ->
                        new Silent(
                            row.getLong("id"),
                            Duration.ofNanos(row.getLong("lease_micros") * 1000)))
                .list());
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

  /**
   * Run by run, passing by those that somebody else has locked: one stuck run holds up no other.
   */
  private Reclaimed takeFromTheGone() {
    var counts = new EnumMap<JobStatus, Integer>(JobStatus.class);
    Claim last = new Claim(new JobId(0), new RunId(0), new Epoch(0));
    while (true) {
      List<Held> page = heldByTheGone(last);
      if (page.isEmpty()) {
        return new Reclaimed(
            0,
            counts.getOrDefault(JobStatus.PENDING, 0),
            counts.getOrDefault(JobStatus.FAILED, 0),
            counts.getOrDefault(JobStatus.CANCELLED, 0),
            false);
      }
      last = page.getLast().claim;
      Map<Long, List<Ending>> byRun = new TreeMap<>();
      for (Held held : page) {
        byRun.computeIfAbsent(held.claim.run().value(), r -> new ArrayList<>()).add(held.ending());
      }
      byRun.forEach(
          (run, endings) ->
              take(run, endings).forEach(end -> counts.merge(end.status(), 1, Integer::sum)));
      look();
    }
  }

  private Collection<Settling.Ended> take(long run, List<Ending> endings) {
    try {
      return store.inTransaction(
          handle ->
              RunRow.tryLock(handle, statements, List.of(run)).isEmpty()
                  ? List.of()
                  : new Settling(handle, store).settle(endings, Map.of()).values());
    } catch (JdbiException | IllegalStateException e) {
      log.error("Jobs of {} stay with a dead worker until the next pass", new RunId(run), e);
      return List.of();
    }
  }

  private List<Held> heldByTheGone(Claim after) {
    return store.inTransaction(
        handle ->
            handle
                .createQuery(
                    "SELECT j.id, j.run_id, j.epoch, w.id AS worker_id, w.name, w.status FROM jobs j"
                        + " JOIN workers w ON w.id = j.claimed_by"
                        + " WHERE j.status = 'claimed' AND w.status IN ('lost', 'stopped')"
                        + " AND (j.run_id > :run OR j.run_id = :run AND j.id > :job)"
                        + " ORDER BY j.run_id, j.id LIMIT :limit")
                .bind("run", after.run().value())
                .bind("job", after.job().value())
                .bind("limit", BATCH)
                .map(
                    (row, context) ->
                        new Held(
                            row.getLong("worker_id"),
                            row.getString("name"),
                            row.getString("status").equals("stopped"),
                            Claims.read(row)))
                .list());
  }

  @FunctionalInterface
  private interface RunStep {
    boolean take(Handle handle, RunRow run, RunUpdate update);
  }

  /** One transaction for each run, so that one that cannot be moved holds up no other. */
  private int eachRun(String select, Map<String, Duration> parameters, RunStep step) {
    look();
    List<Long> runs =
        store.inTransaction(
            handle -> {
              var query = handle.createQuery(statements.fill(select)).bind("limit", BATCH);
              parameters.forEach((name, duration) -> query.bind(name, micros(duration)));
              return query.mapTo(Long.class).list();
            });
    int taken = 0;
    for (long run : runs) {
      try {
        taken += store.inTransaction(handle -> take(handle, run, step)) ? 1 : 0;
      } catch (TidemillException e) {
        throw e;
      } catch (RuntimeException e) {
        log.error("Upkeep of {} failed and is tried again with the next pass", new RunId(run), e);
      }
    }
    return taken;
  }

  private boolean take(Handle handle, long run, RunStep step) {
    var update = new RunUpdate(handle, statements);
    boolean moved =
        RunRow.tryLock(handle, statements, List.of(run)).stream()
            .anyMatch(row -> step.take(handle, row, update));
    update.flush();
    return moved;
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }
}
