package dev.tidemill.schedule.store;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreTransaction;
import dev.tidemill.schedule.Fire;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** Rows of {@code fires}, inside one transaction that holds the locks of their schedules. */
final class FireRows {
  private static final String SELECT =
      "SELECT f.fire_time, f.recorded_at, f.state, f.run_id, f.reason, f.by_hand, r.status"
          + " FROM fires f LEFT JOIN runs r ON r.id = f.run_id WHERE f.schedule_id = :id";

  private final StoreTransaction in;

  FireRows(StoreTransaction in) {
    this.in = in;
  }

  /** A fire to record. */
  record Row(
      long schedule,
      Instant time,
      long term,
      @Nullable RunId run,
      String state,
      @Nullable String reason,
      boolean byHand) {}

  /** Fails, and with it the transaction, when one is there already. */
  void insert(List<Row> rows) {
    if (rows.isEmpty()) {
      return;
    }
    PreparedBatch batch =
        in.handle()
            .prepareBatch(
                in.fill(
                    "INSERT INTO fires (schedule_id, fire_time, term, run_id, state, reason, by_hand,"
                        + " recorded_at) VALUES (:schedule, :time, :term, :run, :state, :reason,"
                        + " :by_hand, ${now})"));
    for (Row row : rows) {
      RunId run = row.run;
      batch
          .bind("schedule", row.schedule)
          .bind("time", StoreClock.micros(row.time))
          .bind("term", row.term)
          .bind("run", run == null ? null : run.value())
          .bind("state", row.state)
          .bind("reason", row.reason)
          .bind("by_hand", row.byHand ? 1 : 0)
          .add();
    }
    batch.execute();
  }

  /** A time for a fire by hand that is no tick's, since ticks are whole milliseconds. */
  Instant freeTime(long schedule, Instant now) {
    Instant time = now.truncatedTo(ChronoUnit.MILLIS).plus(1, ChronoUnit.MICROS);
    while (taken(schedule, time) || time.equals(time.truncatedTo(ChronoUnit.MILLIS))) {
      time = time.plus(1, ChronoUnit.MICROS);
    }
    return time;
  }

  private boolean taken(long schedule, Instant time) {
    return in.handle()
            .createQuery("SELECT count(*) FROM fires WHERE schedule_id = :id AND fire_time = :time")
            .bind("id", schedule)
            .bind("time", StoreClock.micros(time))
            .mapTo(Long.class)
            .one()
        > 0;
  }

  Fire one(long schedule, Instant time) {
    return in.handle()
        .createQuery(SELECT + " AND f.fire_time = :time")
        .bind("id", schedule)
        .bind("time", StoreClock.micros(time))
        .map((row, context) -> read(row))
        .one();
  }

  List<Fire> newest(long schedule, @Nullable Instant before, int limit) {
    return in.handle()
        .createQuery(SELECT + " AND f.fire_time < :before ORDER BY f.fire_time DESC LIMIT :limit")
        .bind("id", schedule)
        .bind("before", before == null ? Long.MAX_VALUE : StoreClock.micros(before))
        .bind("limit", limit)
        .map((row, context) -> read(row))
        .list();
  }

  private static Fire read(ResultSet row) throws SQLException {
    long run = row.getLong("run_id");
    boolean none = row.wasNull();
    String status = row.getString("status");
    return new Fire(
        StoreClock.instant(row.getLong("fire_time")),
        StoreClock.instant(row.getLong("recorded_at")),
        switch (row.getString("state")) {
          case "queued" -> Fire.State.QUEUED;
          case "skipped" -> Fire.State.SKIPPED;
          default -> Fire.State.STARTED;
        },
        none ? null : new RunId(run),
        status == null ? null : RunStatus.parse(status),
        row.getString("reason"),
        row.getInt("by_hand") == 1);
  }
}
