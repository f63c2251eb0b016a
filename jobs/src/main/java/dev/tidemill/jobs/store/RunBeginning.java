package dev.tidemill.jobs.store;

import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Stage;
import java.util.List;
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
    var update = new RunUpdate(handle, statements);
    mark(handle, statements, runs(claimed, false), RunStatus.Event.BEGIN_STAGING, update);
    mark(handle, statements, runs(claimed, true), RunStatus.Event.BEGIN_EXECUTING, update);
    update.flush();
  }

  private static Set<Long> runs(List<ClaimedJob> claimed, boolean exec) {
    return claimed.stream()
        .filter(job -> (job.stage() == Stage.EXEC) == exec)
        .map(job -> job.run().value())
        .collect(Collectors.toSet());
  }

  private static void mark(
      Handle handle,
      Statements statements,
      Set<Long> runs,
      RunStatus.Event event,
      RunUpdate update) {
    if (runs.isEmpty()) {
      return;
    }
    // Only those still to be marked: a run that goes on must not be locked by every claim.
    List<Long> mine =
        handle
            .createQuery(
                statements.fill(
                    "SELECT id FROM runs WHERE id IN (<runs>) AND status IN (<from>)"
                        + " ORDER BY id ${try_lock}"))
            .bindList("runs", List.copyOf(runs))
            .bindList("from", RunStatus.TABLE.sources(event).stream().map(RunStatus::word).toList())
            .mapTo(Long.class)
            .list();
    RunRow.lock(handle, statements, mine).forEach(run -> update.begin(run, event));
  }
}
