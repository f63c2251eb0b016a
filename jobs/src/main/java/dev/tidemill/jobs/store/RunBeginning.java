package dev.tidemill.jobs.store;

import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Stage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Shows that a run has begun. A claim holds job locks, and the order is runs before jobs: so it
 * never waits for a run, it marks those it can have at once and leaves the others to settlement and
 * upkeep.
 */
final class RunBeginning {
  private RunBeginning() {}

  static void mark(Handle handle, Statements statements, List<ClaimedJob> claimed) {
    mark(handle, statements, runs(claimed, false), RunStatus.STAGING, "'pending'");
    mark(handle, statements, runs(claimed, true), RunStatus.EXECUTING, "'pending', 'ready'");
  }

  private static Set<Long> runs(List<ClaimedJob> claimed, boolean exec) {
    return claimed.stream()
        .filter(job -> (job.stage() == Stage.EXEC) == exec)
        .map(job -> job.run().value())
        .collect(Collectors.toSet());
  }

  private static void mark(
      Handle handle, Statements statements, Set<Long> runs, RunStatus to, String from) {
    if (runs.isEmpty()) {
      return;
    }
    List<Long> begun =
        handle
            .createQuery(
                statements.fill(
                    "SELECT id FROM runs WHERE id IN (<runs>) AND status IN ("
                        + from
                        + ") ORDER BY id ${try_lock}"))
            .bindList("runs", List.copyOf(runs))
            .mapTo(Long.class)
            .list();
    for (long run : begun) {
      handle
          .createUpdate(
              statements.fill(
                  "UPDATE runs SET status = :to, started_at = coalesce(started_at, ${now}),"
                      + " updated_at = ${now} WHERE id = :run"))
          .bind("to", to.word())
          .bind("run", run)
          .execute();
      var update = new RunUpdate(handle, statements);
      update.event(run, null, to.word(), Map.of());
      update.flush();
    }
  }
}
