package dev.tidemill.schedule.store;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreTransaction;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.schedule.cron.Fired;
import dev.tidemill.schedule.cron.Firing;
import dev.tidemill.schedule.leader.Term;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link Firing} on a database. */
public final class SqlFiring implements Firing {
  private static final Logger log = LoggerFactory.getLogger(SqlFiring.class);

  private final StoreTransactions transactions;

  public SqlFiring(StoreTransactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public Fired fire(Term term, int most) {
    return transactions.run(
        in -> {
          long now = in.now();
          List<ScheduleRow> due = due(in, now, most);
          var batch = new FireBatch(in, StoreClock.instant(now), term.value());
          batch.fire(due);
          return batch.fired(next(in, now));
        });
  }

  /** Pages on while a page gives nothing: those who cannot be read are in nobody's way. */
  @Override
  public Fired startQueued(Term term, int most) {
    return transactions.run(
        in -> {
          var specs = new ArrayList<RunSpec>();
          var fires = new ArrayList<Queued>();
          List<Long> page = free(in, 0, most);
          take(in, page, specs, fires);
          while (fires.isEmpty() && page.size() == most) {
            page = free(in, page.getLast(), most);
            take(in, page, specs, fires);
          }
          start(in, term, fires, in.submit(specs));
          return new Fired(fires.size(), fires.size(), 0, 0, Optional.empty());
        });
  }

  private static void take(
      StoreTransaction in, List<Long> ids, List<RunSpec> specs, List<Queued> fires) {
    List<ScheduleRow> waiting = lock(in, ids);
    var open = new OpenRuns(in, waiting);
    for (ScheduleRow row : waiting) {
      Optional<RunSpec> spec = open.open(row.id()) ? Optional.empty() : readable(row);
      if (spec.isPresent()) {
        oldestQueued(in, row.id())
            .ifPresent(
                time -> {
                  fires.add(new Queued(row.id(), time));
                  specs.add(spec.get());
                });
      }
    }
  }

  /** What a later version wrote waits for a node that can read it. */
  private static Optional<RunSpec> readable(ScheduleRow row) {
    try {
      return Optional.of(row.spec().run());
    } catch (RuntimeException e) {
      log.warn("schedule {} cannot be read; its queued fires wait: {}", row.name(), e.getMessage());
      return Optional.empty();
    }
  }

  @Override
  public int forget(Duration age) {
    return transactions.run(
        in ->
            in.handle()
                .createUpdate(
                    in.fill(
                        "DELETE FROM fires WHERE recorded_at < ${now} - :age"
                            + " AND state IN ('ended', 'skipped')"))
                .bind("age", StoreClock.micros(age))
                .execute());
  }

  private record Queued(long schedule, long time) {}

  private static List<ScheduleRow> due(StoreTransaction in, long now, int most) {
    return in.handle()
        .createQuery(
            in.fill(
                "SELECT "
                    + ScheduleRow.COLUMNS
                    + " FROM schedules s WHERE s.status = 'active'"
                    + " AND s.next_fire_at <= :now ORDER BY s.next_fire_at, s.id LIMIT :most"
                    + " ${try_lock}"))
        .bind("now", now)
        .bind("most", most)
        .map((row, context) -> ScheduleRow.read(row))
        .list();
  }

  private static Optional<Duration> next(StoreTransaction in, long now) {
    return in.handle()
        .createQuery("SELECT min(next_fire_at) FROM schedules WHERE status = 'active'")
        .mapTo(Long.class)
        .findOne()
        .map(at -> Duration.ofNanos(Math.max(0, at - now) * 1000));
  }

  /** Schedules with something in the queue and no run in the way. */
  private static List<Long> free(StoreTransaction in, long after, int most) {
    return in.handle()
        .createQuery(
            "SELECT DISTINCT q.schedule_id FROM fires q WHERE q.state = 'queued'"
                + " AND q.schedule_id > :after AND NOT EXISTS ("
                + "SELECT 1 FROM fires o JOIN runs r ON r.id = o.run_id"
                + " WHERE o.schedule_id = q.schedule_id AND o.state = 'started'"
                + " AND r.ended_at IS NULL) ORDER BY q.schedule_id LIMIT :most")
        .bind("after", after)
        .bind("most", most)
        .mapTo(Long.class)
        .list();
  }

  private static List<ScheduleRow> lock(StoreTransaction in, List<Long> ids) {
    return ids.isEmpty()
        ? List.of()
        : in.handle()
            .createQuery(
                in.fill(
                    "SELECT "
                        + ScheduleRow.COLUMNS
                        + " FROM schedules s WHERE s.id IN (<ids>) ORDER BY s.id ${try_lock}"))
            .bindList("ids", ids)
            .map((row, context) -> ScheduleRow.read(row))
            .list();
  }

  private static Optional<Long> oldestQueued(StoreTransaction in, long schedule) {
    return in.handle()
        .createQuery(
            "SELECT fire_time FROM fires WHERE schedule_id = :id AND state = 'queued'"
                + " ORDER BY fire_time LIMIT 1")
        .bind("id", schedule)
        .mapTo(Long.class)
        .findOne();
  }

  private static void start(StoreTransaction in, Term term, List<Queued> fires, List<RunId> runs) {
    if (fires.isEmpty()) {
      return;
    }
    PreparedBatch batch =
        in.handle()
            .prepareBatch(
                in.fill(
                    "UPDATE fires SET state = 'started', run_id = :run, term = :term,"
                        + " recorded_at = ${now} WHERE schedule_id = :schedule AND fire_time = :time"));
    for (int i = 0; i < fires.size(); i++) {
      batch
          .bind("run", runs.get(i).value())
          .bind("term", term.value())
          .bind("schedule", fires.get(i).schedule)
          .bind("time", fires.get(i).time)
          .add();
    }
    batch.execute();
  }

  /** For a schedule that cannot be read: tried again later, and in nobody's way until then. */
  static void postpone(StoreTransaction in, ScheduleRow row, Instant until) {
    in.handle()
        .createUpdate(
            "UPDATE schedules SET next_fire_at = :until WHERE id = :id AND status = :status")
        .bind("until", StoreClock.micros(until))
        .bind("status", Words.of(row.state()))
        .bind("id", row.id())
        .execute();
  }
}
