package dev.tidemill.jobs.store;

import java.util.List;
import org.jdbi.v3.core.Handle;

/** Deletes one run with everything that belongs to it. */
final class Retention {
  private static final List<String> STATEMENTS =
      List.of(
          "DELETE FROM job_log WHERE job_id IN (SELECT id FROM jobs WHERE run_id = :run)",
          "DELETE FROM attempts WHERE job_id IN (SELECT id FROM jobs WHERE run_id = :run)",
          "DELETE FROM outputs WHERE run_id = :run",
          "DELETE FROM run_events WHERE run_id = :run",
          "DELETE FROM jobs WHERE run_id = :run",
          "DELETE FROM runs WHERE id = :run");

  private Retention() {}

  static boolean delete(Handle handle, long run) {
    STATEMENTS.forEach(sql -> handle.createUpdate(sql).bind("run", run).execute());
    return true;
  }
}
