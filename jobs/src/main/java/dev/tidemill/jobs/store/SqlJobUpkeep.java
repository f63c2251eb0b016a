package dev.tidemill.jobs.store;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.JobUpkeep;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.state.Amnesty;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Tally;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
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
  private final DeadWorkers dead;

  /**
   * @param interval how often it is called; the store counts as watched between two such calls
   */
  public SqlJobUpkeep(Store store, TimeSource time, Duration interval) {
    this(store, time, interval, Wakeups.NONE);
  }

  public SqlJobUpkeep(Store store, TimeSource time, Duration interval, Wakeups wakeups) {
    this.store = store;
    this.statements = store.statements();
    this.dead = new DeadWorkers(store, time, new Amnesty(interval.multipliedBy(2)), wakeups);
  }

  @Override
  public boolean turn(Duration interval) {
    dead.look();
    return store.autocommit(
        handle ->
            handle
                .createQuery(
                    statements.fill(
                        "INSERT INTO leases (name, holder, term, expires_at)"
                            + " VALUES ('upkeep', NULL, 1, ${now} + :interval)"
                            + " ON CONFLICT (name) DO UPDATE SET term = leases.term + 1,"
                            + " expires_at = excluded.expires_at"
                            // A turn that lies far ahead was taken by a clock that has been set
                            // back.
                            + " WHERE leases.expires_at <= ${now}"
                            + " OR leases.expires_at > ${now} + 2 * :interval RETURNING 1"))
                .bind("interval", StoreClock.micros(interval))
                .mapTo(Integer.class)
                .findOne()
                .isPresent());
  }

  @Override
  public Set<Queue> due() {
    return store.autocommit(
        handle ->
            Stream.of(Queue.values())
                .filter(queue -> due(handle, queue))
                .collect(Collectors.toSet()));
  }

  /** Types are stepped through along the index, and in each of them the priorities. */
  private boolean due(Handle handle, Queue queue) {
    return handle
        .createQuery(statements.hot("due"))
        .bind("queue", queue.word())
        .mapTo(Integer.class)
        .findFirst()
        .isPresent();
  }

  @Override
  public Map<Queue, Backlog> backlog() {
    Map<Queue, Backlog> found = new EnumMap<>(Queue.class);
    store.autocommit(
        handle ->
            handle
                .createQuery(
                    statements.fill(
                        "SELECT queue, count(*) AS jobs, ${now} - min(not_before) AS oldest FROM jobs"
                            + " WHERE status IN ('pending', 'parked') AND not_before <= ${now}"
                            + " GROUP BY queue"))
                .map(
                    (row, context) ->
                        found.put(
                            Queue.parse(row.getString("queue")),
                            new Backlog(
                                row.getLong("jobs"),
                                Duration.ofNanos(row.getLong("oldest") * 1000))))
                .list());
    return found;
  }

  @Override
  public Reclaimed reclaim() {
    return dead.reclaim();
  }

  @Override
  public int failOverdue() {
    String error =
        Ending.error(
            Problem.of(JobsError.DEADLINE_PASSED, "the run did not end before its deadline")
                .next("give it a later deadline, or retry it: what completed is kept"));
    return eachRun(
        "ended_at IS NULL AND deadline_at < ${now} AND status <> 'cancelling'",
        "deadline_at, id",
        Map.of(),
        (handle, run, update) -> {
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
    return new Retention(store, keep).retain();
  }

  /** Runs whose claim found them locked and went on without marking them. */
  private int showBegun() {
    return eachRun(
        "status IN ('pending', 'ready') AND EXISTS (SELECT 1 FROM jobs"
            + " WHERE run_id = runs.id AND jobs.status = 'claimed')",
        "id",
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
        "ended_at IS NULL AND updated_at < ${now} - :still",
        "updated_at",
        Map.of("still", STILL),
        (handle, run, update) -> {
          Tally counted = Recount.of(handle, run.id());
          update.decide(run.with(counted), null);
          return counted.open() == 0 || !counted.equals(run.tally());
        });
  }

  @FunctionalInterface
  private interface RunStep {
    boolean take(Handle handle, RunRow run, RunUpdate update);
  }

  /**
   * One transaction for each run, so that one that cannot be moved holds up no other.
   *
   * @param which the condition on {@code runs}; looked at again under the run's lock, since others
   *     may have moved it meanwhile
   */
  private int eachRun(String which, String order, Map<String, Duration> parameters, RunStep step) {
    dead.look();
    List<Long> runs =
        store.inTransaction(
            handle ->
                query(handle, which + " ORDER BY " + order + " LIMIT :limit", parameters)
                    .bind("limit", BATCH)
                    .mapTo(Long.class)
                    .list());
    int taken = 0;
    for (long run : runs) {
      try {
        taken += store.inTransaction(handle -> take(handle, run, which, parameters, step)) ? 1 : 0;
      } catch (TidemillException e) {
        throw e;
      } catch (RuntimeException e) {
        log.error("Upkeep of {} failed and is tried again with the next pass", new RunId(run), e);
      }
    }
    return taken;
  }

  private boolean take(
      Handle handle, long run, String which, Map<String, Duration> parameters, RunStep step) {
    List<RunRow> locked = RunRow.tryLock(handle, statements, List.of(run));
    boolean fits =
        !locked.isEmpty()
            && query(handle, which + " AND id = :run", parameters)
                .bind("run", run)
                .mapTo(Long.class)
                .findOne()
                .isPresent();
    if (!fits) {
      return false;
    }
    var update = new RunUpdate(handle, statements);
    boolean moved = step.take(handle, locked.getFirst(), update);
    update.flush();
    return moved;
  }

  private Query query(Handle handle, String where, Map<String, Duration> parameters) {
    Query query = handle.createQuery(statements.fill("SELECT id FROM runs WHERE " + where));
    parameters.forEach((name, duration) -> query.bind(name, StoreClock.micros(duration)));
    return query;
  }
}
