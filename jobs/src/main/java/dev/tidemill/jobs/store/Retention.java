package dev.tidemill.jobs.store;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.RunId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes runs that ended long ago, with everything that belongs to them. */
final class Retention {
  private static final Logger log = LoggerFactory.getLogger(Retention.class);
  private static final int PAGE = 100;

  private static final List<String> STATEMENTS =
      List.of(
          "DELETE FROM job_log WHERE job_id IN (SELECT id FROM jobs WHERE run_id IN (<runs>))",
          "DELETE FROM attempts WHERE job_id IN (SELECT id FROM jobs WHERE run_id IN (<runs>))",
          "DELETE FROM outputs WHERE run_id IN (<runs>)",
          "DELETE FROM run_events WHERE run_id IN (<runs>)",
          "DELETE FROM jobs WHERE run_id IN (<runs>)",
          "DELETE FROM runs WHERE id IN (<runs>)");

  private final Store store;
  private final EndedRuns old;
  private final Duration keep;

  Retention(Store store, Duration keep) {
    this.store = store;
    this.keep = keep;
    this.old =
        new EndedRuns(
            store,
            "ended_at < ${now} - :keep AND "
                + EndedRuns.IDLE
                + " AND NOT EXISTS (SELECT 1 FROM snapshots WHERE run_id = runs.id)",
            Map.of("keep", StoreClock.micros(keep)),
            PAGE);
  }

  /** Returns how many runs were deleted. */
  int retain() {
    int deleted = old.walk(this::delete);
    store.autocommit(
        handle ->
            handle
                .createUpdate(
                    store.statements().fill("DELETE FROM workers WHERE ended_at < ${now} - :keep"))
                .bind("keep", StoreClock.micros(keep))
                .execute());
    return deleted;
  }

  /** Together, and one by one when that fails: one that cannot be deleted holds up no other. */
  private int delete(List<Long> runs) {
    try {
      return store.inTransaction(handle -> delete(handle, old.lock(handle, runs)));
    } catch (TidemillException e) {
      throw e;
    } catch (RuntimeException e) {
      if (runs.size() == 1) {
        log.error("{} could not be deleted", new RunId(runs.getFirst()), e);
        return 0;
      }
      return runs.stream().mapToInt(run -> delete(List.of(run))).sum();
    }
  }

  private static int delete(Handle handle, List<Long> runs) {
    if (!runs.isEmpty()) {
      STATEMENTS.forEach(sql -> handle.createUpdate(sql).bindList("runs", runs).execute());
    }
    return runs.size();
  }
}
