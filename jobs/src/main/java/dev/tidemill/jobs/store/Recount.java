package dev.tidemill.jobs.store;

import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.state.Tally;
import org.jdbi.v3.core.Handle;

/** Counts a run's jobs anew, from the jobs themselves. */
final class Recount {
  private Recount() {}

  private record Count(Stage stage, JobStatus status, int jobs) {}

  static Tally of(Handle handle, long run) {
    return handle
        .createQuery(
            "SELECT stage, status, count(*) AS jobs FROM jobs WHERE run_id = :run GROUP BY stage, status")
        .bind("run", run)
        .map(
            (row, context) ->
                new Count(
                    Stage.parse(row.getString("stage")),
                    JobStatus.parse(row.getString("status")),
                    row.getInt("jobs")))
        .list()
        .stream()
        .reduce(Tally.NONE, Recount::add, (a, b) -> b);
  }

  private static Tally add(Tally tally, Count count) {
    Tally created = tally.created(count.stage, count.jobs);
    return count.status.ended() ? created.ended(count.stage, count.status, count.jobs) : created;
  }
}
