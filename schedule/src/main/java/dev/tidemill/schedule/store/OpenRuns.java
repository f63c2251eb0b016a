package dev.tidemill.schedule.store;

import dev.tidemill.jobs.store.StoreTransaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which of some schedules have runs that are open, or fires that wait for such. */
final class OpenRuns {
  private final Map<Long, Integer> open;
  private final Map<Long, Integer> queued;

  /** Notes which runs have ended on the way, so that the next look has fewer to look at. */
  OpenRuns(StoreTransaction in, List<ScheduleRow> schedules) {
    List<Long> ids = schedules.stream().map(ScheduleRow::id).toList();
    if (ids.isEmpty()) {
      open = Map.of();
      queued = Map.of();
      return;
    }
    in.handle()
        .createUpdate(
            "UPDATE fires SET state = 'ended' WHERE state = 'started' AND schedule_id IN (<ids>)"
                + " AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = fires.run_id"
                + " AND r.ended_at IS NULL)")
        .bindList("ids", ids)
        .execute();
    open = count(in, "started", ids);
    queued = count(in, "queued", ids);
  }

  boolean open(long schedule) {
    return open.containsKey(schedule);
  }

  int queued(long schedule) {
    return queued.getOrDefault(schedule, 0);
  }

  private static Map<Long, Integer> count(StoreTransaction in, String state, List<Long> ids) {
    var counts = new HashMap<Long, Integer>();
    in.handle()
        .createQuery(
            // Written out, so that the small index on just these is used.
            "SELECT schedule_id, count(*) AS n FROM fires WHERE state = '%s'".formatted(state)
                + " AND schedule_id IN (<ids>) GROUP BY schedule_id")
        .bindList("ids", ids)
        .map((row, context) -> counts.put(row.getLong("schedule_id"), row.getInt("n")))
        .list();
    return counts;
  }
}
