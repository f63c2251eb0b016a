package dev.tidemill.scale.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.StoreTransaction;
import dev.tidemill.jobs.store.TestStores;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresSignalsTest extends SignalsContract {
  private static final int MANY = 50_000;
  private static final int CAP = 100;

  @Override
  protected SqlStoreUnderTest openSql() {
    return TestStores.postgres(time);
  }

  /** By what the database says it has read: rows, not time. */
  @Test
  void a_reading_costs_the_same_however_much_has_ended_waits_or_is_not_due() {
    submit(1);
    SqlStoreUnderTest sql = (SqlStoreUnderTest) store();
    fill(sql, "completed", "0");
    fill(sql, "pending", "0");
    fill(sql, "pending", "${now} + 3600000000");
    sql.execute(
        "INSERT INTO attempts (job_id, epoch, run_id, worker_id, claimed_at, ended_at, outcome)"
            + " SELECT id, 1, run_id, 1, 0, 1000000, 'completed' FROM jobs"
            + " WHERE status = 'completed'");
    sql.execute("ANALYZE jobs");
    sql.execute("ANALYZE attempts");

    var signals = new SqlSignals(transactions(), Duration.ofMinutes(1), CAP);
    Map<String, Long> rows =
        transactions()
            .run(
                in -> {
                  Map<String, Long> before = rowsRead(in);
                  assertThat(signals.read(in).demand()).isNotEmpty();
                  Map<String, Long> after = rowsRead(in);
                  after.replaceAll((table, count) -> count - before.getOrDefault(table, 0L));
                  return after;
                });
    assertThat(rows.get("jobs")).isLessThan(20L * CAP);
    assertThat(rows.get("attempts")).isLessThan(500L);
  }

  /** Of this connection; statements before this transaction may still be in it. */
  private static Map<String, Long> rowsRead(StoreTransaction in) {
    var rows = new HashMap<String, Long>();
    in.handle()
        .createQuery(
            "SELECT relname, seq_tup_read + coalesce(idx_tup_fetch, 0) AS rows"
                + " FROM pg_stat_xact_user_tables WHERE relname IN ('jobs', 'attempts')")
        .map((row, context) -> rows.put(row.getString("relname"), row.getLong("rows")))
        .list();
    return rows;
  }

  private static void fill(SqlStoreUnderTest sql, String status, String notBefore) {
    sql.execute(
        "INSERT INTO jobs (run_id, tenant, stage, ordinal, type, payload_version, queue, status,"
            + " max_attempts, timeout_seconds, priority, not_before, payload, created_at)"
            + " SELECT run_id, tenant, '%s-%s', n, type, payload_version, queue, '%s',"
                .formatted(status, notBefore.length(), status)
            + " max_attempts, timeout_seconds, priority, %s, payload, 0 FROM jobs,"
                .formatted(notBefore)
            + " generate_series(1, %d) n WHERE stage = 'exec'".formatted(MANY));
  }
}
