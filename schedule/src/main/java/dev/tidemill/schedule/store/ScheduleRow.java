package dev.tidemill.schedule.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.schedule.ScheduleSpec;
import dev.tidemill.schedule.ScheduleState;
import dev.tidemill.schedule.ScheduleView;
import dev.tidemill.schedule.json.ScheduleJson;
import dev.tidemill.schedule.plan.Ticks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of {@code schedules}. What it asks for stays text until somebody needs it. */
record ScheduleRow(
    long id,
    String tenant,
    String name,
    ScheduleState state,
    String text,
    @Nullable Instant tick,
    @Nullable Instant due,
    long fired,
    Instant created,
    Instant updated,
    @Nullable Instant lastFire) {

  static final String COLUMNS =
      "s.id, s.tenant, s.name, s.status, s.spec, s.next_tick_at, s.next_fire_at, s.fired,"
          + " s.created_at, s.updated_at";

  static ScheduleRow read(ResultSet row) throws SQLException {
    return read(row, null);
  }

  static ScheduleRow readWithLast(ResultSet row) throws SQLException {
    return read(row, instant(row, "last_fire"));
  }

  private static ScheduleRow read(ResultSet row, @Nullable Instant lastFire) throws SQLException {
    return new ScheduleRow(
        row.getLong("id"),
        row.getString("tenant"),
        row.getString("name"),
        Words.parse(ScheduleState.class, "status", row.getString("status")),
        row.getString("spec"),
        instant(row, "next_tick_at"),
        instant(row, "next_fire_at"),
        row.getLong("fired"),
        StoreClock.instant(row.getLong("created_at")),
        StoreClock.instant(row.getLong("updated_at")),
        lastFire);
  }

  static String text(ScheduleSpec spec) {
    return Json.write(ScheduleJson.write(spec));
  }

  ScheduleSpec spec() {
    ObjectNode node = Json.readObject(text);
    return ScheduleJson.read(Fields.of(node), tenant);
  }

  Ticks ticks() {
    return new Ticks(spec(), id, created);
  }

  ScheduleView view() {
    return new ScheduleView(
        spec(),
        state,
        state == ScheduleState.ACTIVE && tick != null ? due : null,
        lastFire,
        fired,
        created,
        updated);
  }

  static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    long micros = row.getLong(column);
    return row.wasNull() ? null : StoreClock.instant(micros);
  }

  static @Nullable Long micros(@Nullable Instant instant) {
    return instant == null ? null : StoreClock.micros(instant);
  }
}
