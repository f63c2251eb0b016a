package dev.tidemill.jobs.store;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.JobUpkeep.Reclaimed;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.state.Amnesty;
import dev.tidemill.jobs.state.JobStatus;
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

/** Finds workers that are dead and gives their jobs to others. */
final class DeadWorkers {
  private static final Logger log = LoggerFactory.getLogger(DeadWorkers.class);
  private static final int BATCH = 200;

  private final Store store;
  private final Statements statements;
  private final TimeSource time;
  private final Amnesty amnesty;
  private final Wakeups wakeups;

  DeadWorkers(Store store, TimeSource time, Amnesty amnesty, Wakeups wakeups) {
    this.store = store;
    this.wakeups = wakeups;
    this.statements = store.statements();
    this.time = time;
    this.amnesty = amnesty;
  }

  Reclaimed reclaim() {
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
  void look() {
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
                            + " WHERE status IN (${live})"
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
                            + " AND status IN (${live})"
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
      var dues = new Dues();
      Collection<Settling.Ended> ended =
          store.inTransaction(handle -> take(handle, run, endings, dues));
      dues.tell(wakeups);
      return ended;
    } catch (JdbiException | IllegalStateException e) {
      log.error("Jobs of {} stay with a dead worker until the next pass", new RunId(run), e);
      return List.of();
    }
  }

  private Collection<Settling.Ended> take(
      Handle handle, long run, List<Ending> endings, Dues dues) {
    if (RunRow.tryLock(handle, statements, List.of(run)).isEmpty()) {
      return List.of();
    }
    var settling = new Settling(handle, store);
    Collection<Settling.Ended> ended = settling.settle(endings, Map.of()).values();
    dues.add(settling.dues());
    return ended;
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
}
