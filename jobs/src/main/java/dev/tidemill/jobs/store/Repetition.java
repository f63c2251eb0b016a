package dev.tidemill.jobs.store;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.state.RunStatus;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** A new run that asks for what an old one asked for. */
final class Repetition {
  private final Handle handle;
  private final Statements statements;
  private final RunId old;

  Repetition(Handle handle, Statements statements, RunId old) {
    this.handle = handle;
    this.statements = statements;
    this.old = old;
  }

  Submitted submit() {
    long run = copyRun();
    // The first stage only: later ones are made from it again.
    handle
        .createUpdate(
            statements.fill(
                "INSERT INTO jobs (run_id, tenant, stage, ordinal, type, payload_version, queue, status,"
                    + " max_attempts, timeout_seconds, priority, key, requires, not_before, payload,"
                    + " created_at)"
                    + " SELECT :run, tenant, stage, ordinal, type, payload_version, queue, 'pending',"
                    + " max_attempts, timeout_seconds, priority, key, requires, ${now}, payload, ${now}"
                    + " FROM jobs WHERE run_id = :old AND stage ="
                    + " (SELECT CASE WHEN plans > 0 THEN 'plan' ELSE 'exec' END FROM runs WHERE id = :old)"
                    + " ORDER BY ordinal"))
        .bind("run", run)
        .bind("old", old.value())
        .execute();
    var update = new RunUpdate(handle, statements);
    update.event(run, null, RunStatus.PENDING.word(), Map.of("again", old.toString()));
    update.flush();
    return new Submitted(new RunId(run), false);
  }

  private long copyRun() {
    return handle
        .createQuery(
            statements.fill(
                "INSERT INTO runs (tenant, kind, status, on_job_failure, plans, execs, spec, next_jobs,"
                    + " deadline_micros, deadline_at, created_at, updated_at)"
                    + " SELECT tenant, kind, 'pending', on_job_failure, plans,"
                    + " CASE WHEN plans > 0 THEN 0 ELSE execs END, spec, next_jobs, deadline_micros,"
                    + " ${now} + deadline_micros, ${now}, ${now} FROM runs WHERE id = :old"
                    + " RETURNING id"))
        .bind("old", old.value())
        .mapTo(Long.class)
        .one();
  }
}
