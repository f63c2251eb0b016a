package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.StoreContract;
import dev.tidemill.jobs.StoreUnderTest;
import dev.tidemill.storage.LocalObjectStore;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By what the database says it has read: rows, not time. */
@Tag("J6")
@Tag("J13")
class UpkeepCostTest extends StoreContract {
  private static final int MANY = 50_000;

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

    var read = new RowsRead(store, SqlStoreUnderTest.CONNECTIONS);
    long before = read.of("runs");
    upkeep().turn(Duration.ofSeconds(5));
    upkeep().reclaim();
    upkeep().failOverdue();
    upkeep().repairGates();
    upkeep().due();
    upkeep().backlog();
    sweep.sweep();
    upkeep().retain(Duration.ofDays(7));
    assertThat(read.of("runs") - before).isLessThan(100);
  }
}
