package dev.tidemill.jobs.store;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Attempt;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.LogLine;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunEvent;
import dev.tidemill.jobs.RunFilter;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.SettledOutput;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;

/** {@link JobIntake} on a database. */
public final class SqlJobIntake implements JobIntake {
  private final Store store;
  private final Statements statements;
  private final Views views;
  private final long maxPending;
  private final Wakeups wakeups;

  public SqlJobIntake(Store store) {
    this(store, 0, Wakeups.NONE);
  }

  /**
   * @param maxPending how many open jobs a tenant may have; 0 means any number
   */
  public SqlJobIntake(Store store, long maxPending, Wakeups wakeups) {
    this.store = store;
    this.statements = store.statements();
    this.views = new Views(store);
    this.maxPending = maxPending;
    this.wakeups = wakeups;
  }

  @Override
  public Submitted submit(RunSpec spec) {
    Submitted submitted =
        Submission.atOnce(store.url().dialect(), spec, maxPending)
            ? store.autocommit(handle -> new Submission(handle, statements, spec).submitAtOnce())
            : store.inTransaction(
                handle -> new Submission(handle, statements, spec).submit(maxPending));
    if (!submitted.existed()) {
      var dues = new Dues();
      dues.add(JobRows.rows(spec.plans().isEmpty() ? spec.execs() : spec.plans()));
      dues.tell(wakeups);
    }
    return submitted;
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
          return Views.run(handle, run).orElseThrow();
        });
  }

  @Override
  public RunView retry(RunId run) {
    return waking(
        handle -> {
          requireStopped(run, lock(handle, run));
          reopen(handle, run);
          return Views.run(handle, run).orElseThrow();
        });
  }

  @Override
  public Submitted again(RunId run) {
    return waking(
        handle -> {
          lock(handle, run);
          return new Repetition(handle, statements, run).submit();
        });
  }

  @Override
  public JobView retry(JobId job) {
    return waking(
        handle -> {
          JobView known =
              Views.job(handle, job)
                  .orElseThrow(
                      () ->
                          Problem.of(CoreError.NOT_FOUND, "there is no " + job)
                              .next("`tidemill jobs list` shows what there is")
                              .exception());
          RunRow run = lock(handle, known.run());
          requireStopped(known.run(), run);
          if (run.onJobFailure() != OnJobFailure.LET_FINISH) {
            throw Problem.of(
                    JobsError.NOTHING_TO_RETRY,
                    "the jobs of %s stand or fall together; nothing was changed"
                        .formatted(known.run()))
                .next("retry the run: `tidemill runs retry %s`".formatted(known.run()))
                .exception();
          }
          reopen(handle, run, job);
          return Views.job(handle, job).orElseThrow();
        });
  }

  @Override
  public Optional<RunView> find(RunId run) {
    return views.find(run);
  }

  @Override
  public List<RunView> runs(RunFilter filter, Page page) {
    return views.runs(filter, page);
  }

  @Override
  public List<JobView> jobs(JobFilter filter, Page page) {
    return views.jobs(filter, page);
  }

  @Override
  public Optional<JobView> find(JobId job) {
    return views.find(job);
  }

  @Override
  public List<Attempt> attempts(JobId job) {
    return views.attempts(job);
  }

  @Override
  public List<LogLine> log(JobId job, long after, int limit) {
    return views.log(job, after, limit);
  }

  @Override
  public List<RunEvent> events(RunId run, long after, int limit) {
    return views.events(run, after, limit);
  }

  @Override
  public List<SettledOutput> outputs(RunId run, String after, int limit) {
    return views.outputs(run, after, limit);
  }

  /** Which queue the jobs are in is not worth asking for. */
  private <T> T waking(HandleCallback<T, RuntimeException> body) {
    T answer = store.inTransaction(body);
    for (Queue queue : Queue.values()) {
      wakeups.due(queue, Duration.ZERO);
    }
    return answer;
  }

  private static void requireStopped(RunId run, RunRow row) {
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
                    + " ended_at = NULL, swept_at = NULL, updated_at = ${now},"
                    + " deadline_at = ${now} + deadline_micros WHERE id = :run"))
        .bind("run", run.value())
        .execute();
    var update = new RunUpdate(handle, statements);
    update.event(run.value(), null, "retried", Map.of());
    // Everything may be done already, as when only the deadline had failed the run.
    update.decide(lock(handle, run), null);
    update.flush();
  }

  private void reopen(Handle handle, RunRow run, JobId job) {
    JobStatus before =
        handle
            .createQuery("SELECT status FROM jobs WHERE id = :job")
            .bind("job", job.value())
            .mapTo(String.class)
            .map(JobStatus::parse)
            .one();
    if (JobStatus.TABLE.next(before, JobStatus.Event.RETRY).isEmpty()) {
      throw Problem.of(
              JobsError.NOTHING_TO_RETRY,
              "%s is %s; nothing was changed".formatted(job, before.word()))
          .next("only failed and cancelled jobs can be retried")
          .exception();
    }
    handle
        .createUpdate(
            statements.fill(
                "UPDATE jobs SET status = 'pending', failures = 0, error = NULL, ended_at = NULL,"
                    + " cancel_requested_at = NULL, not_before = ${now} WHERE id = :job"))
        .bind("job", job.value())
        .execute();
    String column = before == JobStatus.FAILED ? "failed" : "cancelled";
    handle
        .createUpdate(
            statements.fill(
                "UPDATE runs SET status = 'pending', %1$s = %1$s - 1, error = NULL, ended_at = NULL,"
                        .formatted(column)
                    + " swept_at = NULL, updated_at = ${now}, deadline_at = ${now} + deadline_micros WHERE id = :run"))
        .bind("run", run.id())
        .execute();
    var update = new RunUpdate(handle, statements);
    update.event(run.id(), job, "retried", Map.of());
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
}
