package dev.tidemill.bench.jobs;

import dev.tidemill.core.job.JobType;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.store.Migrations;
import dev.tidemill.jobs.store.SqlJobIntake;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreUrl;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The ceiling: the same rows of the same tables changed by the plainest statements that do it, in
 * batches, without any of the platform around them.
 */
final class BareSql implements Contestant {
  private static final int BATCH = 256;
  private static final int LINES = 2;

  @Override
  public String name() {
    return "bare SQL";
  }

  @Override
  public String tuning() {
    return "our tables, %d connections, claim and settle %d at a time".formatted(LINES, BATCH);
  }

  @Override
  public void prepare(Database database, int count) {
    try (Store store = Store.open(StoreUrl.parse(database.url()), StoreClock.DATABASE, 4)) {
      new Migrations(store).migrate();
      new SqlJobIntake(store)
          .submit(RunSpec.of("bench", Collections.nCopies(count, JobSpec.of(JobType.of("noop"), "{}"))));
    }
  }

  @Override
  public void burnDown(Database database, int count, int threads) throws Exception {
    var done = new AtomicInteger();
    var lines = new ArrayList<Thread>();
    for (int i = 0; i < LINES; i++) {
      lines.add(Thread.ofPlatform().start(() -> work(database, count, done)));
    }
    for (Thread line : lines) {
      line.join();
    }
  }

  private static void work(Database database, int count, AtomicInteger done) {
    try (Connection connection = database.pool().getConnection();
        PreparedStatement claim =
            connection.prepareStatement(
                "UPDATE jobs SET status = 'claimed', epoch = epoch + 1, claimed_by = 1, claimed_at = 1 WHERE id = ANY (ARRAY("
                    + "SELECT id FROM jobs WHERE queue = 'exec' AND type = 'noop' AND payload_version = 1 AND priority = 100"
                    + " AND status IN ('pending', 'parked') ORDER BY not_before, id LIMIT " + BATCH
                    + " FOR NO KEY UPDATE SKIP LOCKED)) RETURNING id, payload");
        PreparedStatement lock = connection.prepareStatement("SELECT 1 FROM runs WHERE id = 1 FOR NO KEY UPDATE");
        PreparedStatement settle =
            connection.prepareStatement(
                "WITH s AS (UPDATE jobs SET status = 'completed', ended_at = 1 WHERE id = ANY (?) AND status = 'claimed' AND claimed_by = 1"
                    + " RETURNING id, epoch, run_id) INSERT INTO attempts (job_id, epoch, run_id, worker_id, claimed_at, ended_at, outcome)"
                    + " SELECT id, epoch, run_id, 1, 1, 1, 'completed' FROM s");
        PreparedStatement counters = connection.prepareStatement("UPDATE runs SET execs_done = execs_done + ? WHERE id = 1")) {
      while (done.get() < count) {
        connection.setAutoCommit(true);
        List<Long> ids = new ArrayList<>(BATCH);
        try (ResultSet rows = claim.executeQuery()) {
          while (rows.next()) {
            ids.add(rows.getLong(1));
          }
        }
        if (ids.isEmpty()) {
          continue;
        }
        connection.setAutoCommit(false);
        lock.execute();
        Array array = connection.createArrayOf("bigint", ids.toArray());
        settle.setArray(1, array);
        settle.executeUpdate();
        counters.setInt(1, ids.size());
        counters.executeUpdate();
        connection.commit();
        done.addAndGet(ids.size());
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
