package dev.tidemill.jobs.store;

import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Sends a plan back to the beginning. Its chunks go, whoever holds them, and with them everything
 * they had recorded: what comes of the next plan must never stand beside it. Under the run's lock.
 */
final class Restaging {
  private final Handle handle;
  private final Statements statements;
  private final RunRow run;

  Restaging(Handle handle, Statements statements, RunRow run) {
    this.handle = handle;
    this.statements = statements;
    this.run = run;
  }

  /** A plan that was sent back, or has failed for good. */
  record Back(JobId plan, JobStatus status, Queue queue, int chunks) {}

  /**
   * @param chunk the ordinal of any of its chunks
   * @return empty when the plan was sent back already
   */
  Optional<Back> of(int chunk, String error, Duration delay) {
    int plan = JobRows.parentOrdinal(chunk);
    return handle
        .createQuery(
            statements.fill(
                "UPDATE jobs SET failures = failures + 1, error = :error, result = NULL,"
                    + " status = CASE WHEN failures + 1 < max_attempts THEN 'pending' ELSE 'failed' END,"
                    + " ended_at = CASE WHEN failures + 1 < max_attempts THEN NULL ELSE ${now} END,"
                    + " not_before = ${now} + :delay"
                    + " WHERE run_id = :run AND stage = :stage AND ordinal = :plan"
                    + " AND status = 'completed' RETURNING id, status, queue"))
        .bind("error", error)
        .bind("delay", StoreClock.micros(delay))
        .bind("run", run.id())
        .bind("stage", Stage.PLAN.word())
        .bind("plan", plan)
        .map(
            (row, context) ->
                new Back(
                    new JobId(row.getLong("id")),
                    JobStatus.parse(row.getString("status")),
                    Queue.parse(row.getString("queue")),
                    0))
        .findOne()
        .map(back -> new Back(back.plan, back.status, back.queue, forget(back.plan, plan)));
  }

  private int forget(JobId plan, int planOrdinal) {
    List<Long> chunks =
        handle
            .createQuery(
                "SELECT id FROM jobs WHERE run_id = :run AND stage = :stage"
                    + " AND ordinal >= :first AND ordinal <= :last ORDER BY id")
            .bindMap(chunksOf(planOrdinal))
            .mapTo(Long.class)
            .list();
    for (String table : List.of("job_log", "attempts", "outputs")) {
      handle
          .createUpdate("DELETE FROM %s WHERE job_id IN (<jobs>)".formatted(table))
          .bindList("jobs", chunks)
          .execute();
    }
    handle
        .createUpdate("DELETE FROM outputs WHERE job_id = :plan")
        .bind("plan", plan.value())
        .execute();
    return handle
        .createUpdate(
            "DELETE FROM jobs WHERE run_id = :run AND stage = :stage"
                + " AND ordinal >= :first AND ordinal <= :last")
        .bindMap(chunksOf(planOrdinal))
        .execute();
  }

  private Map<String, Object> chunksOf(int planOrdinal) {
    return Map.of(
        "run", run.id(),
        "stage", Stage.CHUNK.word(),
        "first", JobRows.firstChild(planOrdinal),
        "last", JobRows.firstChild(planOrdinal + 1) - 1);
  }
}
