package dev.tidemill.jobs.store;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunEvent;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.SettledOutput;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.state.RunStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** {@link JobIntake} on a database. */
public final class SqlJobIntake implements JobIntake {
  private final Store store;
  private final Statements statements;

  public SqlJobIntake(Store store) {
    this.store = store;
    this.statements = store.statements();
  }

  @Override
  public Submitted submit(RunSpec spec) {
    return store.inTransaction(handle -> new Submission(handle, statements, spec).submit());
  }

  @Override
  public RunView cancel(RunId run) {
    return store.inTransaction(
        handle -> {
          RunRow row = lock(handle, run);
          if (row.status().open()) {
            var update = new RunUpdate(handle, statements);
            update.stop(row, RunStatus.Event.CANCEL, null);
            update.flush();
          }
          return view(handle, run);
        });
  }

  @Override
  public RunView retry(RunId run) {
    return store.inTransaction(
        handle -> {
          RunRow row = lock(handle, run);
          if (RunStatus.TABLE.next(row.status(), RunStatus.Event.RETRY).isEmpty()) {
            throw Problem.of(
                    JobsError.NOTHING_TO_RETRY,
                    "%s is %s; nothing was changed".formatted(run, row.status().word()))
                .next("only failed and cancelled runs can be retried")
                .exception();
          }
          if (row.tally().open() > 0) {
            throw Problem.of(
                    JobsError.RUN_STILL_STOPPING,
                    "%d jobs of %s have not stopped yet; nothing was changed"
                        .formatted(row.tally().open(), run))
                .next("try again in a few seconds")
                .exception();
          }
          reopen(handle, run);
          return view(handle, run);
        });
  }

  @Override
  public Optional<RunView> find(RunId run) {
    return store.inTransaction(handle -> select(handle, run));
  }

  @Override
  public List<RunView> runs(Page page) {
    return store.inTransaction(
        handle ->
            handle
                .createQuery(
                    "SELECT "
                        + RunRow.VIEW_COLUMNS
                        + " FROM runs WHERE :after = 0 OR id < :after ORDER BY id DESC LIMIT :limit")
                .bind("after", page.after())
                .bind("limit", page.limit())
                .map((row, context) -> RunRow.view(row))
                .list());
  }

  @Override
  public List<JobView> jobs(RunId run, Page page) {
    return store.inTransaction(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM jobs WHERE run_id = :run AND id > :after ORDER BY id LIMIT :limit")
                .bind("run", run.value())
                .bind("after", page.after())
                .bind("limit", page.limit())
                .map((row, context) -> JobRows.view(row))
                .list());
  }

  @Override
  public Optional<JobView> find(JobId job) {
    return store.inTransaction(
        handle ->
            handle
                .createQuery("SELECT * FROM jobs WHERE id = :job")
                .bind("job", job.value())
                .map((row, context) -> JobRows.view(row))
                .findOne());
  }

  @Override
  public List<RunEvent> events(RunId run, long after, int limit) {
    return store.inTransaction(
        handle ->
            handle
                .createQuery(
                    "SELECT id, job_id, at, kind, detail FROM run_events"
                        + " WHERE run_id = :run AND id > :after ORDER BY id LIMIT :limit")
                .bind("run", run.value())
                .bind("after", after)
                .bind("limit", limit)
                .map(
                    (row, context) -> {
                      long job = row.getLong("job_id");
                      return new RunEvent(
                          row.getLong("id"),
                          run,
                          row.wasNull() ? null : new JobId(job),
                          StoreClock.instant(row.getLong("at")),
                          row.getString("kind"),
                          row.getString("detail"));
                    })
                .list());
  }

  @Override
  public List<SettledOutput> outputs(RunId run) {
    return store.inTransaction(
        handle ->
            handle
                .createQuery("SELECT * FROM outputs WHERE run_id = :run ORDER BY name")
                .bind("run", run.value())
                .map(
                    (row, context) ->
                        new SettledOutput(
                            new Output(
                                row.getString("name"),
                                row.getString("object"),
                                row.getLong("bytes"),
                                row.getLong("row_count"),
                                row.getString("checksum")),
                            new JobId(row.getLong("job_id")),
                            new Epoch(row.getLong("epoch"))))
                .list());
  }

  private void reopen(Handle handle, RunId run) {
    handle
        .createUpdate(
            statements.fill(
                "UPDATE jobs SET status = 'pending', failures = 0, error = NULL, ended_at = NULL,"
                    + " cancel_requested_at = NULL, not_before = ${now}"
                    + " WHERE run_id = :run AND status IN ('failed', 'cancelled')"))
        .bind("run", run.value())
        .execute();
    handle
        .createUpdate(
            statements.fill(
                "UPDATE runs SET status = 'pending', failed = 0, cancelled = 0, error = NULL,"
                    + " ended_at = NULL, updated_at = ${now},"
                    + " deadline_at = ${now} + deadline_micros WHERE id = :run"))
        .bind("run", run.value())
        .execute();
    var update = new RunUpdate(handle, statements);
    update.event(run.value(), null, "retried", Map.of());
    // Everything may be done already, as when only the deadline had failed the run.
    update.decide(lock(handle, run), null);
    update.flush();
  }

  private RunRow lock(Handle handle, RunId run) {
    return RunRow.lock(handle, statements, List.of(run.value())).stream()
        .findFirst()
        .orElseThrow(
            () ->
                Problem.of(CoreError.NOT_FOUND, "there is no " + run)
                    .next("`tidemill runs list` shows what there is")
                    .exception());
  }

  private static RunView view(Handle handle, RunId run) {
    return select(handle, run).orElseThrow();
  }

  private static Optional<RunView> select(Handle handle, RunId run) {
    return handle
        .createQuery("SELECT " + RunRow.VIEW_COLUMNS + " FROM runs WHERE id = :run")
        .bind("run", run.value())
        .map((row, context) -> RunRow.view(row))
        .findOne();
  }
}
