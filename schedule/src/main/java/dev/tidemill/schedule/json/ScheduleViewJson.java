package dev.tidemill.schedule.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.schedule.Fire;
import dev.tidemill.schedule.ScheduleState;
import dev.tidemill.schedule.ScheduleView;
import dev.tidemill.schedule.Schedules;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a schedule is and what it did. */
public final class ScheduleViewJson {
  private ScheduleViewJson() {}

  public static ObjectNode write(ScheduleView view) {
    return ScheduleJson.write(view.spec())
        .put("status", Words.of(view.state()))
        .put("next_fire", text(view.nextFire()))
        .put("last_fire", text(view.lastFire()))
        .put("fired", view.fired())
        .put("created_at", text(view.createdAt()))
        .put("updated_at", text(view.updatedAt()));
  }

  public static ScheduleView read(Fields view) {
    return new ScheduleView(
        ScheduleJson.read(view, view.text("name"), RunSpec.DEFAULT_TENANT),
        view.word("status", ScheduleState.class),
        view.instantOrNull("next_fire"),
        view.instantOrNull("last_fire"),
        view.number("fired", 0, Long.MAX_VALUE),
        view.instant("created_at"),
        view.instant("updated_at"));
  }

  public static ObjectNode write(Schedules.Applied applied) {
    ObjectNode node = Json.object().put("change", Words.of(applied.change()));
    node.set("schedule", write(applied.schedule()));
    return node;
  }

  public static Schedules.Applied readApplied(Fields applied) {
    return new Schedules.Applied(
        applied.word("change", Schedules.Change.class), read(applied.object("schedule")));
  }

  public static ObjectNode write(Fire fire) {
    return Json.object()
        .put("time", fire.time().toString())
        .put("at", fire.at().toString())
        .put("state", Words.of(fire.state()))
        .put("run_id", fire.run() == null ? null : fire.run().toString())
        .put("run_status", fire.status() == null ? null : fire.status().word())
        .put("reason", fire.reason())
        .put("by_hand", fire.byHand());
  }

  public static Fire readFire(Fields fire) {
    String run = fire.textOrNull("run_id");
    return new Fire(
        fire.instant("time"),
        fire.instant("at"),
        fire.word("state", Fire.State.class),
        run == null ? null : RunId.parse(run),
        fire.has("run_status") ? fire.word("run_status", RunStatus.class) : null,
        fire.textOrNull("reason"),
        fire.flag("by_hand"));
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }
}
