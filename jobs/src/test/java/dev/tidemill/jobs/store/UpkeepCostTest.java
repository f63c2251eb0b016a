package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.StoreContract;
import dev.tidemill.jobs.StoreUnderTest;
import dev.tidemill.storage.LocalObjectStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By what the database says it has read: rows, not time. */
@Tag("J6")
@Tag("J13")
class UpkeepCostTest extends StoreContract {
  private static final int MANY = 50_000;
  private static final Duration LONG = Duration.ofSeconds(30);

  @Override
  protected StoreUnderTest openStore() {
    return TestStores.postgres(time);
  }

  @Test
  void a_pass_reads_a_few_rows_however_many_runs_have_ended(@TempDir Path folder) {
    submit(1);
    SqlStoreUnderTest sql = (SqlStoreUnderTest) store();
    sql.execute(
        "INSERT INTO runs (tenant, kind, status, on_job_failure, plans, execs, execs_done, spec,"
            + " created_at, updated_at, started_at, ended_at, swept_at)"
            + " SELECT tenant, kind, 'completed', on_job_failure, 0, 1, 1, spec, n, n, n, ${now} - n,"
            + " ${now} FROM runs, generate_series(1, %d) n".formatted(MANY));
    sql.execute("ANALYZE runs");
    time.advance(Duration.ofHours(1));
    Store store = sql.store();
    var sweep = new SqlOutputSweep(store, new LocalObjectStore(folder, new SimulatedTime()));

    long before = store.autocommit(UpkeepCostTest::runsRead);
    long scans = store.autocommit(UpkeepCostTest::scansOfSchedules);
    upkeep().turn(Duration.ofSeconds(5));
    upkeep().reclaim();
    upkeep().failOverdue();
    upkeep().repairGates();
    upkeep().due();
    upkeep().backlog();
    sweep.sweep();
    upkeep().retain(Duration.ofDays(7));
    // Connections tell what they have read a little later; this one when asked to.
    store.autocommit(
        handle -> {
          handle.createQuery("SELECT count(*) FROM schedules").mapTo(Long.class).one();
          return handle.createQuery("SELECT pg_stat_force_next_flush()").mapToMap().list();
        });
    await().atMost(LONG).until(() -> store.autocommit(UpkeepCostTest::scansOfSchedules) > scans);
    assertThat(store.autocommit(UpkeepCostTest::runsRead) - before).isLessThan(100);
  }

  private static long runsRead(Handle handle) {
    return read(handle, "seq_tup_read + coalesce(idx_tup_fetch, 0)", "runs");
  }

  private static long scansOfSchedules(Handle handle) {
    return read(handle, "seq_scan", "schedules");
  }

  private static long read(Handle handle, String what, String table) {
    return handle
        .createQuery("SELECT <what> FROM pg_stat_user_tables WHERE relname = :table")
        .defineList("what", what)
        .bindMap(Map.of("table", table))
        .mapTo(Long.class)
        .one();
  }
}
