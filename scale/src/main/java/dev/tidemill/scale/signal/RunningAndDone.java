package dev.tidemill.scale.signal;

import dev.tidemill.jobs.store.StoreTransaction;
import dev.tidemill.scale.Reading;
import java.time.Duration;

/** What runs, and from what came and ended lately how fast jobs come and how long they take. */
final class RunningAndDone {
  private static final Duration WINDOW = Duration.ofSeconds(60);
  private static final int LATEST = 200;

  private final StoreTransaction in;
  private final int cap;

  RunningAndDone(StoreTransaction in, int cap) {
    this.in = in;
    this.cap = cap;
  }

  void countInto(WorkTally tally) {
    running(tally);
    durations(tally);
    arrivals(tally);
  }

  /** As many as there are slots, or a few times that. */
  private void running(WorkTally tally) {
    in.handle()
        .createQuery(
            "SELECT queue, requires, count(*) AS jobs FROM jobs WHERE status = 'claimed'"
                + " GROUP BY queue, requires")
        .map(
            (row, context) -> {
              WorkTally.Sum sum = tally.of(row.getString("queue"), row.getString("requires"));
              sum.inFlight = row.getInt("jobs");
              return sum;
            })
        .list();
  }

  /** Along the key of attempts, newest jobs first: whatever has ended before costs nothing. */
  private void durations(WorkTally tally) {
    in.handle()
        .createQuery(
            "SELECT j.queue, j.requires, avg(a.ended_at - a.claimed_at) AS took"
                + " FROM (SELECT job_id, claimed_at, ended_at, outcome FROM attempts"
                + " ORDER BY job_id DESC, epoch DESC LIMIT :latest) a JOIN jobs j ON j.id = a.job_id"
                + " WHERE a.outcome NOT IN ('handed_back', 'lost', 'cancelled')"
                + " GROUP BY j.queue, j.requires")
        .bind("latest", LATEST)
        .map(
            (row, context) -> {
              WorkTally.Sum sum = tally.of(row.getString("queue"), row.getString("requires"));
              sum.duration = Reading.of(SqlSignals.micros(Math.round(row.getDouble("took"))));
              return sum;
            })
        .list();
  }

  private void arrivals(WorkTally tally) {
    int[] seen = new int[1];
    long[] since = {Long.MAX_VALUE};
    in.handle()
        .createQuery(
            in.fill(
                "SELECT queue, requires, count(*) AS jobs, min(created_at) AS since"
                    + " FROM (SELECT queue, requires, created_at FROM jobs ORDER BY id DESC"
                    + " LIMIT :cap) latest WHERE created_at > ${now} - :window"
                    + " GROUP BY queue, requires"))
        .bind("cap", cap)
        .bind("window", WINDOW.toNanos() / 1000)
        .map(
            (row, context) -> {
              seen[0] += row.getInt("jobs");
              since[0] = Math.min(since[0], row.getLong("since"));
              WorkTally.Sum sum = tally.of(row.getString("queue"), row.getString("requires"));
              sum.arrivals = row.getInt("jobs");
              return sum;
            })
        .list();
    // When more came than were looked at, those came in less than the window.
    double seconds =
        seen[0] < cap ? WINDOW.toSeconds() : Math.max(1e-3, (tally.now() - since[0]) / 1e6);
    tally.perSecond(seconds);
  }
}
