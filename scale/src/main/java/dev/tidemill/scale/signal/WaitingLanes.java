package dev.tidemill.scale.signal;

import dev.tidemill.jobs.store.StoreTransaction;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * What waits, lane by lane along the index that claims use: what is not due yet is never walked
 * over, however much it is.
 */
final class WaitingLanes {
  private static final int MOST_LANES = 1000;
  private static final String WAITS = " FROM jobs WHERE status IN ('pending', 'parked')";

  private final StoreTransaction in;
  private final int cap;

  WaitingLanes(StoreTransaction in, int cap) {
    this.in = in;
    this.cap = cap;
  }

  private record Lane(String queue, String type, int version, int priority) {
    Query bind(Query query) {
      return query
          .bind("queue", queue)
          .bind("type", type)
          .bind("version", version)
          .bind("priority", priority);
    }
  }

  void countInto(WorkTally tally) {
    int lanes = 0;
    Optional<Lane> lane = after(null);
    while (lane.isPresent()) {
      count(lane.get(), tally);
      if (++lanes >= MOST_LANES) {
        tally.of(lane.get().queue, null).capped = true;
        return;
      }
      lane = after(lane.get());
    }
  }

  private Optional<Lane> after(@Nullable Lane last) {
    Query query =
        in.handle()
            .createQuery(
                "SELECT queue, type, payload_version, priority"
                    + WAITS
                    + (last == null
                        ? ""
                        : " AND (queue, type, payload_version, priority)"
                            + " > (:queue, :type, :version, :priority)")
                    + " ORDER BY queue, type, payload_version, priority LIMIT 1");
    return (last == null ? query : last.bind(query))
        .map(
            (row, context) ->
                new Lane(
                    row.getString("queue"),
                    row.getString("type"),
                    row.getInt("payload_version"),
                    row.getInt("priority")))
        .findOne();
  }

  /** Those of a full key cannot be claimed, and another worker would not help them. */
  private void count(Lane lane, WorkTally tally) {
    int[] seen = new int[1];
    boolean[] some = new boolean[1];
    Query query =
        in.handle()
            .createQuery(
                in.fill(
                    "SELECT requires, status, free, count(*) AS jobs, min(not_before) AS since"
                        + " FROM (SELECT d.requires, d.status, d.not_before, CASE WHEN d.key IS NULL"
                        + " OR NOT EXISTS (SELECT 1 FROM key_limits l WHERE l.tenant = d.tenant"
                        + " AND l.key = d.key AND l.most <= (SELECT count(*) FROM jobs c"
                        + " WHERE c.tenant = l.tenant AND c.key = l.key AND c.status = 'claimed'))"
                        + " THEN 1 ELSE 0 END AS free FROM (SELECT requires, status, not_before,"
                        + " tenant, key"
                        + WAITS
                        + " AND queue = :queue AND type = :type AND payload_version = :version"
                        + " AND priority = :priority AND not_before <= ${now}"
                        + " ORDER BY not_before, id LIMIT :cap) d) f"
                        + " GROUP BY requires, status, free"))
            .bind("cap", cap);
    lane.bind(query)
        .map(
            (row, context) -> {
              int jobs = row.getInt("jobs");
              seen[0] += jobs;
              if (row.getInt("free") == 1) {
                some[0] = true;
                WorkTally.Sum sum = tally.of(lane.queue, row.getString("requires"));
                boolean parked = row.getString("status").equals("parked");
                sum.dueParked += parked ? jobs : 0;
                sum.waiting += parked ? 0 : jobs;
                sum.oldest = Math.min(sum.oldest, row.getLong("since"));
              }
              return jobs;
            })
        .list();
    if (seen[0] >= cap) {
      WorkTally.Sum sum = tally.of(lane.queue, null);
      sum.capped = true;
      // Behind so many jobs of full keys others may wait: not known is not none.
      sum.waiting += some[0] ? 0 : 1;
    }
  }
}
