package dev.tidemill.jobs.store;

import dev.tidemill.core.job.JobId;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunGate;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Carries runs, whose locks the transaction holds, from what their jobs came to, to what the gate
 * says of it. Gathers and writes once.
 */
final class RunUpdate {
  private final Handle handle;
  private final Statements statements;
  private final List<Row> rows = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final Dues dues = new Dues();

  RunUpdate(Handle handle, Statements statements) {
    this.handle = handle;
    this.statements = statements;
  }

  private record Row(
      long id,
      String status,
      int plansDone,
      int chunks,
      int chunksDone,
      int execs,
      int execsDone,
      int failed,
      int cancelled,
      @Nullable String error,
      boolean ended) {}

  private record Event(long runId, @Nullable Long jobId, String kind, String detail) {}

  /** Decides the gate of a run whose tally is up to date. */
  void decide(RunRow run, @Nullable String firstError) {
    RunGate.Decision decision = RunGate.decide(run.facts());
    RunRow now = run;
    if (decision.createExecs()) {
      now = createExecs(now);
    }
    if (decision.cancelRest()) {
      now = cancelOpenJobs(now);
    }
    for (RunStatus.Event event : decision.events()) {
      now = now.with(RunStatus.TABLE.require(now.status(), event));
      event(now.id(), null, now.status().word(), Map.of());
    }
    write(now, firstError);
  }

  /** Shows that a run has begun, when the claim that began it could not. */
  void begin(RunRow run, RunStatus.Event event) {
    RunRow now = run.with(RunStatus.TABLE.require(run.status(), event));
    event(now.id(), null, now.status().word(), Map.of());
    write(now, null);
  }

  /** Stops a run, cancels what is open of it, and lets the gate decide what follows. */
  void stop(RunRow run, RunStatus.Event event, @Nullable String error) {
    RunRow now = run.with(RunStatus.TABLE.require(run.status(), event));
    event(now.id(), null, now.status().word(), Map.of());
    decide(cancelOpenJobs(now), error);
  }

  void event(long run, @Nullable JobId job, String kind, Map<String, ?> detail) {
    events.add(new Event(run, job == null ? null : job.value(), kind, Json.write(detail)));
  }

  /** Writes what was gathered. */
  void flush() {
    if (!rows.isEmpty()) {
      handle.createUpdate(statements.hot("update_runs")).bind("runs", Json.write(rows)).execute();
    }
    if (!events.isEmpty()) {
      var batch =
          handle.prepareBatch(
              statements.fill(
                  "INSERT INTO run_events (run_id, job_id, at, kind, detail)"
                      + " VALUES (:run, :job, ${now}, :kind, :detail)"));
      for (Event event : events) {
        batch
            .bind("run", event.runId)
            .bind("job", event.jobId)
            .bind("kind", event.kind)
            .bind("detail", event.detail)
            .add();
      }
      batch.execute();
    }
  }

  /** What can be claimed because of this transaction, once it is committed. */
  Dues dues() {
    return dues;
  }

  private RunRow createExecs(RunRow run) {
    String next =
        handle
            .createQuery("SELECT next_jobs FROM runs WHERE id = :run")
            .bind("run", run.id())
            .mapTo(String.class)
            .one();
    List<JobRows.Row> execs = JobRows.decode(next);
    int created = JobRows.insert(handle, statements, run, Stage.EXEC, execs);
    dues.add(execs);
    return run.with(run.tally().created(Stage.EXEC, created));
  }

  /**
   * What nobody holds ends now; holders are asked to stop. In this order: a job claimed between the
   * two statements is then seen by the second.
   */
  private RunRow cancelOpenJobs(RunRow run) {
    int cancelled =
        handle
            .createUpdate(
                statements.fill(
                    "UPDATE jobs SET status = 'cancelled', cancel_requested_at = ${now},"
                        + " ended_at = ${now} WHERE run_id = :run AND status IN ('pending', 'parked')"))
            .bind("run", run.id())
            .execute();
    handle
        .createUpdate(
            statements.fill(
                "UPDATE jobs SET cancel_requested_at = coalesce(cancel_requested_at, ${now})"
                    + " WHERE run_id = :run AND status = 'claimed'"))
        .bind("run", run.id())
        .execute();
    return run.with(run.tally().ended(Stage.EXEC, JobStatus.CANCELLED, cancelled));
  }

  private void write(RunRow run, @Nullable String error) {
    var tally = run.tally();
    rows.add(
        new Row(
            run.id(),
            run.status().word(),
            tally.plansDone(),
            tally.chunks(),
            tally.chunksDone(),
            tally.execs(),
            tally.execsDone(),
            tally.failed(),
            tally.cancelled(),
            error,
            run.status().ended()));
  }
}
