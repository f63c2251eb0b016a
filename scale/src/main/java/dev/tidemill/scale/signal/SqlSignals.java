package dev.tidemill.scale.signal;

import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreTransaction;
import dev.tidemill.jobs.store.StoreTransactions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** {@link SignalSource} on a database. */
public final class SqlSignals implements SignalSource {
  /** How far ahead fires of schedules are announced. */
  public static final Duration DEFAULT_LEAD = Duration.ofSeconds(60);

  /** Of one lane, no more are counted. */
  static final int CAP = 10_000;

  private final StoreTransactions transactions;
  private final Duration lead;
  private final int cap;

  public SqlSignals(StoreTransactions transactions, Duration lead) {
    this(transactions, lead, CAP);
  }

  SqlSignals(StoreTransactions transactions, Duration lead, int cap) {
    this.transactions = transactions;
    this.lead = lead;
    this.cap = cap;
  }

  @Override
  public FleetSignals read() {
    return transactions.run(this::read);
  }

  FleetSignals read(StoreTransaction in) {
    var work = new WorkTally(in.now());
    new WaitingLanes(in, cap).countInto(work);
    new RunningAndDone(in, cap).countInto(work);
    new SoonFired(in, lead).countInto(work);
    return new FleetSignals(StoreClock.instant(work.now()), work.all(), workers(in));
  }

  /** One that has been silent for its whole lease is as good as dead. */
  private static List<WorkerSignals> workers(StoreTransaction in) {
    return in.handle()
        .createQuery(
            in.fill(
                "SELECT w.name, w.group_name, w.slots, w.status, w.drain_requested_at,"
                    + " ${now} - w.started_at AS age, coalesce(h.jobs, 0) AS held,"
                    + " ${now} - h.first AS oldest, ${now} - h.last AS newest"
                    + " FROM workers w LEFT JOIN (SELECT claimed_by, count(*) AS jobs,"
                    + " min(claimed_at) AS first, max(claimed_at) AS last FROM jobs"
                    + " WHERE status = 'claimed' GROUP BY claimed_by) h ON h.claimed_by = w.id"
                    + " WHERE w.status IN ('starting', 'active', 'draining', 'drained')"
                    + " AND ${now} - w.last_seen_at < w.lease_micros ORDER BY w.name"))
        .map((row, context) -> worker(row))
        .list();
  }

  private static WorkerSignals worker(ResultSet row) throws SQLException {
    String status = row.getString("status");
    row.getLong("drain_requested_at");
    boolean asked = !row.wasNull();
    return new WorkerSignals(
        row.getString("name"),
        row.getString("group_name"),
        !asked && (status.equals("active") || status.equals("starting")),
        row.getInt("slots"),
        row.getInt("held"),
        micros(row.getLong("age")),
        micros(row.getLong("oldest")),
        micros(row.getLong("newest")));
  }

  static Duration micros(long micros) {
    return Duration.ofNanos(Math.multiplyExact(Math.max(0, micros), 1000L));
  }
}
