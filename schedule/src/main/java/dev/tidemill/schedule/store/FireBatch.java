package dev.tidemill.schedule.store;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreTransaction;
import dev.tidemill.schedule.ScheduleEvent;
import dev.tidemill.schedule.ScheduleState;
import dev.tidemill.schedule.cron.Fired;
import dev.tidemill.schedule.plan.Decision;
import dev.tidemill.schedule.plan.Decision.Verdict;
import dev.tidemill.schedule.plan.FirePlan;
import dev.tidemill.schedule.plan.Progress;
import dev.tidemill.schedule.plan.Ticks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fires schedules whose locks the transaction holds: few statements, however many there are. */
final class FireBatch {
  private static final Logger log = LoggerFactory.getLogger(FireBatch.class);
  private static final Duration UNREADABLE_PAUSE = Duration.ofMinutes(1);

  private final StoreTransaction in;
  private final Instant now;
  private final long term;
  private final List<Planned> planned = new ArrayList<>();
  private final List<FireRows.Row> rows = new ArrayList<>();
  private int schedules;

  FireBatch(StoreTransaction in, Instant now, long term) {
    this.in = in;
    this.now = now;
    this.term = term;
  }

  private record Planned(ScheduleRow row, RunSpec run, FirePlan plan) {}

  private record Tick(long schedule, Instant time) {}

  void fire(List<ScheduleRow> due) {
    schedules = due.size();
    var open = new OpenRuns(in, due);
    due.forEach(row -> plan(row, open));
    Set<Tick> known = known();
    var starting = new ArrayList<Planned>();
    var ticks = new ArrayList<Decision>();
    for (Planned of : planned) {
      for (Decision fire : of.plan.fires()) {
        if (known.contains(new Tick(of.row.id(), fire.tick()))) {
          log.warn("schedule {} has already fired for {}", of.row.name(), fire.tick());
        } else if (fire.verdict() == Verdict.START) {
          starting.add(of);
          ticks.add(fire);
        } else {
          rows.add(row(of.row, fire, null));
        }
      }
    }
    List<RunId> runs = in.submit(starting.stream().map(Planned::run).toList());
    for (int i = 0; i < runs.size(); i++) {
      rows.add(row(starting.get(i).row, ticks.get(i), runs.get(i)));
    }
    new FireRows(in).insert(rows);
    advance();
  }

  Fired fired(Optional<Duration> next) {
    return new Fired(schedules, count("started"), count("queued"), count("skipped"), next);
  }

  private void plan(ScheduleRow row, OpenRuns open) {
    try {
      Ticks ticks = row.ticks();
      var progress =
          new Progress(row.tick(), row.fired(), open.open(row.id()), open.queued(row.id()));
      planned.add(new Planned(row, ticks.spec().run(), FirePlan.of(ticks, progress, now)));
    } catch (RuntimeException e) {
      log.error("schedule {} cannot be read; next try in {}", row.name(), UNREADABLE_PAUSE, e);
      SqlFiring.postpone(in, row, now.plus(UNREADABLE_PAUSE));
    }
  }

  /** Ticks that have a fire already; there should be none, since the schedule has moved on. */
  private Set<Tick> known() {
    var known = new HashSet<Tick>();
    List<Planned> firing = planned.stream().filter(of -> !of.plan.fires().isEmpty()).toList();
    if (firing.isEmpty()) {
      return known;
    }
    Instant first =
        firing.stream()
            .map(of -> of.plan.fires().getFirst().tick())
            .min(Instant::compareTo)
            .orElseThrow();
    in.handle()
        .createQuery(
            "SELECT schedule_id, fire_time FROM fires WHERE schedule_id IN (<ids>)"
                + " AND fire_time >= :first")
        .bindList("ids", firing.stream().map(of -> of.row.id()).toList())
        .bind("first", StoreClock.micros(first))
        .map(
            (row, context) ->
                known.add(
                    new Tick(
                        row.getLong("schedule_id"), StoreClock.instant(row.getLong("fire_time")))))
        .list();
    return known;
  }

  private FireRows.Row row(ScheduleRow schedule, Decision fire, @Nullable RunId run) {
    String state =
        switch (fire.verdict()) {
          case START -> "started";
          case QUEUE -> "queued";
          case SKIP -> "skipped";
        };
    return new FireRows.Row(schedule.id(), fire.tick(), term, run, state, fire.reason(), false);
  }

  private void advance() {
    if (planned.isEmpty()) {
      return;
    }
    PreparedBatch batch =
        in.handle()
            .prepareBatch(
                in.fill(
                    "UPDATE schedules SET status = :status, next_tick_at = :tick,"
                        + " next_fire_at = :due, fired = :fired, updated_at = ${now}"
                        + " WHERE id = :id"));
    for (Planned of : planned) {
      ScheduleEvent ended = of.plan.ended();
      ScheduleState state =
          ended == null ? of.row.state() : ScheduleState.TABLE.require(of.row.state(), ended);
      if (ended != null) {
        log.info("schedule {} is {}", of.row.name(), state.name().toLowerCase(Locale.ROOT));
      }
      batch
          .bind("status", Words.of(state))
          .bind("tick", ScheduleRow.micros(of.plan.tick()))
          .bind("due", ScheduleRow.micros(of.plan.due()))
          .bind("fired", of.plan.fired())
          .bind("id", of.row.id())
          .add();
    }
    batch.execute();
  }

  private int count(String state) {
    return Math.toIntExact(rows.stream().filter(row -> row.state().equals(state)).count());
  }
}
