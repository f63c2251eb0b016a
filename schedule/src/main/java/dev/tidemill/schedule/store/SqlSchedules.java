package dev.tidemill.schedule.store;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreTransaction;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.schedule.Fire;
import dev.tidemill.schedule.ScheduleError;
import dev.tidemill.schedule.ScheduleEvent;
import dev.tidemill.schedule.ScheduleSpec;
import dev.tidemill.schedule.ScheduleState;
import dev.tidemill.schedule.ScheduleView;
import dev.tidemill.schedule.Schedules;
import dev.tidemill.schedule.plan.FirePlan;
import dev.tidemill.schedule.plan.Ticks;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link Schedules} of one tenant on a database. */
public final class SqlSchedules implements Schedules {
  private final StoreTransactions transactions;
  private final String tenant;

  public SqlSchedules(StoreTransactions transactions, String tenant) {
    this.transactions = transactions;
    this.tenant = tenant;
  }

  @Override
  public Applied put(ScheduleSpec spec) {
    String text = ScheduleRow.text(spec);
    return transactions.run(
        in -> {
          boolean created = insert(in, spec, text);
          ScheduleRow row = lock(in, spec.name());
          if (created) {
            advance(in, row, FirePlan.from(row.ticks(), now(in), 0), ScheduleState.ACTIVE);
            return new Applied(Change.CREATED, view(in, spec.name()));
          }
          if (row.text().equals(text)) {
            return new Applied(Change.UNCHANGED, view(in, spec.name()));
          }
          change(in, row, spec, text);
          return new Applied(Change.CHANGED, view(in, spec.name()));
        });
  }

  @Override
  public Optional<ScheduleView> find(String name) {
    return transactions.run(in -> row(in, name).map(ScheduleRow::view));
  }

  @Override
  public List<ScheduleView> list(String after, int limit) {
    return transactions.run(
        in ->
            in.handle()
                .createQuery(
                    selectWithLast()
                        + " WHERE s.tenant = :tenant AND s.name > :after ORDER BY s.name LIMIT :limit")
                .bind("tenant", tenant)
                .bind("after", after)
                .bind("limit", limit)
                .map((row, context) -> ScheduleRow.readWithLast(row).view())
                .list());
  }

  @Override
  public ScheduleView pause(String name) {
    return transactions.run(
        in -> {
          ScheduleRow row = lock(in, name);
          if (row.state() != ScheduleState.PAUSED) {
            setState(in, row, moved(row, ScheduleEvent.PAUSE));
          }
          return view(in, name);
        });
  }

  @Override
  public ScheduleView resume(String name) {
    return transactions.run(
        in -> {
          ScheduleRow row = lock(in, name);
          if (row.state() != ScheduleState.ACTIVE) {
            ScheduleState active = moved(row, ScheduleEvent.RESUME);
            advance(in, row, FirePlan.from(row.ticks(), now(in), row.fired()), active);
          }
          return view(in, name);
        });
  }

  @Override
  public Fire trigger(String name) {
    return transactions.run(
        in -> {
          ScheduleRow row = lock(in, name);
          Instant now = now(in);
          RunId run = in.submit(List.of(row.spec().run())).getFirst();
          var fires = new FireRows(in);
          Instant time = fires.freeTime(row.id(), now);
          fires.insert(List.of(new FireRows.Row(row.id(), time, 0, run, "started", null, true)));
          return fires.one(row.id(), time);
        });
  }

  @Override
  public void delete(String name) {
    transactions.run(
        in -> {
          long id = lock(in, name).id();
          in.handle()
              .createUpdate("DELETE FROM fires WHERE schedule_id = :id")
              .bind("id", id)
              .execute();
          return in.handle()
              .createUpdate("DELETE FROM schedules WHERE id = :id")
              .bind("id", id)
              .execute();
        });
  }

  @Override
  public List<Fire> history(String name, @Nullable Instant before, int limit) {
    return transactions.run(in -> new FireRows(in).newest(require(in, name).id(), before, limit));
  }

  @Override
  public List<Instant> next(String name, int count) {
    return transactions.run(
        in -> {
          ScheduleRow row = require(in, name);
          if (row.state() != ScheduleState.ACTIVE) {
            return List.of();
          }
          Ticks ticks = row.ticks();
          long most = ticks.spec().maxRuns();
          long left = most == 0 ? count : Math.min(count, Math.max(0, most - row.fired()));
          return ticks.next(now(in), Math.toIntExact(left)).stream().map(ticks::due).toList();
        });
  }

  private boolean insert(StoreTransaction in, ScheduleSpec spec, String text) {
    return in.handle()
            .createUpdate(
                in.fill(
                    // Whole milliseconds: what is counted from here can be written by people.
                    "INSERT INTO schedules (tenant, name, status, spec, created_at, updated_at)"
                        + " VALUES (:tenant, :name, 'active', :spec, ${now} / 1000 * 1000, ${now})"
                        + " ON CONFLICT (tenant, name) DO NOTHING"))
            .bind("tenant", tenant)
            .bind("name", spec.name())
            .bind("spec", text)
            .execute()
        == 1;
  }

  private static void change(StoreTransaction in, ScheduleRow row, ScheduleSpec spec, String text) {
    in.handle()
        .createUpdate(
            in.fill("UPDATE schedules SET spec = :spec, updated_at = ${now} WHERE id = :id"))
        .bind("spec", text)
        .bind("id", row.id())
        .execute();
    ScheduleSpec before = row.spec();
    boolean ended = ScheduleState.TABLE.next(row.state(), ScheduleEvent.END_PASSED).isEmpty();
    long fired = ended ? 0 : row.fired();
    ScheduleState state = ended ? ScheduleState.ACTIVE : row.state();
    if (ended || !sameRhythm(before, spec) || before.maxRuns() != spec.maxRuns()) {
      var ticks = new Ticks(spec, row.id(), row.created());
      advance(in, row, FirePlan.from(ticks, now(in), fired), state);
    }
  }

  private static boolean sameRhythm(ScheduleSpec a, ScheduleSpec b) {
    return a.timing().equals(b.timing())
        && a.zone().equals(b.zone())
        && a.jitter().equals(b.jitter())
        && Objects.equals(a.start(), b.start())
        && Objects.equals(a.end(), b.end());
  }

  /** Writes where a schedule stands; a plan that ends it ends it, whatever the state before. */
  static void advance(StoreTransaction in, ScheduleRow row, FirePlan plan, ScheduleState state) {
    ScheduleEvent ended = plan.ended();
    ScheduleState next = ended == null ? state : ScheduleState.TABLE.require(state, ended);
    in.handle()
        .createUpdate(
            in.fill(
                "UPDATE schedules SET status = :status, next_tick_at = :tick, next_fire_at = :due,"
                    + " fired = :fired, updated_at = ${now} WHERE id = :id"))
        .bind("status", Words.of(next))
        .bind("tick", ScheduleRow.micros(plan.tick()))
        .bind("due", ScheduleRow.micros(plan.due()))
        .bind("fired", plan.fired())
        .bind("id", row.id())
        .execute();
  }

  private static void setState(StoreTransaction in, ScheduleRow row, ScheduleState state) {
    in.handle()
        .createUpdate(
            in.fill("UPDATE schedules SET status = :status, updated_at = ${now} WHERE id = :id"))
        .bind("status", Words.of(state))
        .bind("id", row.id())
        .execute();
  }

  private static ScheduleState moved(ScheduleRow row, ScheduleEvent event) {
    return ScheduleState.TABLE
        .next(row.state(), event)
        .orElseThrow(
            () ->
                Problem.of(
                        ScheduleError.SCHEDULE_ENDED,
                        "the schedule '%s' is %s; nothing was changed"
                            .formatted(row.name(), Words.of(row.state())))
                    .next("change its end or its number of runs, and it begins anew")
                    .exception());
  }

  private ScheduleView view(StoreTransaction in, String name) {
    return require(in, name).view();
  }

  private ScheduleRow require(StoreTransaction in, String name) {
    return row(in, name).orElseThrow(() -> unknown(name));
  }

  private Optional<ScheduleRow> row(StoreTransaction in, String name) {
    return in.handle()
        .createQuery(selectWithLast() + " WHERE s.tenant = :tenant AND s.name = :name")
        .bind("tenant", tenant)
        .bind("name", name)
        .map((row, context) -> ScheduleRow.readWithLast(row))
        .findOne();
  }

  private ScheduleRow lock(StoreTransaction in, String name) {
    return in.handle()
        .createQuery(
            in.fill(
                "SELECT "
                    + ScheduleRow.COLUMNS
                    + " FROM schedules s WHERE s.tenant = :tenant AND s.name = :name ${lock}"))
        .bind("tenant", tenant)
        .bind("name", name)
        .map((row, context) -> ScheduleRow.read(row))
        .findOne()
        .orElseThrow(() -> unknown(name));
  }

  private static String selectWithLast() {
    return "SELECT "
        + ScheduleRow.COLUMNS
        + ", (SELECT max(f.fire_time) FROM fires f WHERE f.schedule_id = s.id"
        + " AND f.run_id IS NOT NULL) AS last_fire FROM schedules s";
  }

  private static RuntimeException unknown(String name) {
    return Problem.of(CoreError.NOT_FOUND, "there is no schedule '%s'".formatted(name))
        .next("`tidemill schedules list` shows what there is")
        .exception();
  }

  static Instant now(StoreTransaction in) {
    return StoreClock.instant(in.now());
  }
}
