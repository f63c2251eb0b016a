package dev.tidemill.jobs.store;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Claim;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** What a worker holds, by the store's account. */
final class Claims {
  private Claims() {}

  static List<Claim> of(Handle handle, long worker) {
    return handle
        .createQuery(
            "SELECT id, run_id, epoch FROM jobs WHERE claimed_by = :worker AND status = 'claimed'"
                + " ORDER BY run_id, id")
        .bind("worker", worker)
        .map((row, context) -> read(row))
        .list();
  }

  static Claim read(ResultSet row) throws SQLException {
    return new Claim(
        new JobId(row.getLong("id")),
        new RunId(row.getLong("run_id")),
        new Epoch(row.getLong("epoch")));
  }
}
