package dev.tidemill.jobs.store;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Attempt;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.LogLine;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunEvent;
import dev.tidemill.jobs.RunFilter;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.SettledOutput;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** What can be read of runs and jobs. Each call is one statement. */
final class Views {
  private final Store store;

  Views(Store store) {
    this.store = store;
  }

  Optional<RunView> find(RunId run) {
    return store.autocommit(handle -> run(handle, run));
  }

  Optional<JobView> find(JobId job) {
    return store.autocommit(handle -> job(handle, job));
  }

  static Optional<RunView> run(Handle handle, RunId run) {
    return handle
        .createQuery("SELECT " + RunRow.VIEW_COLUMNS + " FROM runs WHERE id = :run")
        .bind("run", run.value())
        .map((row, context) -> RunRow.view(row))
        .findOne();
  }

  static Optional<JobView> job(Handle handle, JobId job) {
    return handle
        .createQuery("SELECT " + JobRows.viewColumns(true) + " FROM jobs j WHERE j.id = :job")
        .bind("job", job.value())
        .map((row, context) -> JobRows.view(row))
        .findOne();
  }

  List<RunView> runs(RunFilter filter, Page page) {
    var where = new StringBuilder("id < :before");
    where.append(filter.status() == null ? "" : " AND status = :status");
    where.append(filter.kind() == null ? "" : " AND kind = :kind");
    return store.autocommit(
        handle ->
            page(
                    handle,
                    "SELECT %s FROM runs WHERE %s ORDER BY id DESC LIMIT :limit"
                        .formatted(RunRow.VIEW_COLUMNS, where),
                    page)
                .bind("before", page.after() == 0 ? Long.MAX_VALUE : page.after())
                .bind("status", filter.status() == null ? null : filter.status().word())
                .bind("kind", filter.kind())
                .map((row, context) -> RunRow.view(row))
                .list());
  }

  List<JobView> jobs(JobFilter filter, Page page) {
    var where = new StringBuilder("j.id > :after");
    where.append(filter.run() == null ? "" : " AND j.run_id = :run");
    where.append(filter.status() == null ? "" : " AND j.status = :status");
    where.append(filter.type() == null ? "" : " AND j.type = :type");
    return store.autocommit(
        handle ->
            page(
                    handle,
                    "SELECT %s FROM jobs j WHERE %s ORDER BY j.id LIMIT :limit"
                        .formatted(JobRows.viewColumns(false), where),
                    page)
                .bind("run", filter.run() == null ? null : filter.run().value())
                .bind("status", filter.status() == null ? null : filter.status().word())
                .bind("type", filter.type())
                .map((row, context) -> JobRows.view(row))
                .list());
  }

  List<Attempt> attempts(JobId job) {
    return store.autocommit(
        handle ->
            handle
                .createQuery(
                    "SELECT a.*, coalesce((SELECT w.name FROM workers w WHERE w.id = a.worker_id), '')"
                        + " AS worker FROM attempts a WHERE a.job_id = :job ORDER BY a.epoch")
                .bind("job", job.value())
                .map(
                    (row, context) ->
                        new Attempt(
                            job,
                            new Epoch(row.getLong("epoch")),
                            row.getString("worker"),
                            StoreClock.instant(row.getLong("claimed_at")),
                            StoreClock.instant(row.getLong("ended_at")),
                            row.getString("outcome"),
                            row.getString("error")))
                .list());
  }

  List<LogLine> log(JobId job, long after, int limit) {
    return store.autocommit(
        handle ->
            page(
                    handle,
                    "SELECT id, epoch, at, line FROM job_log WHERE job_id = :job AND id > :after"
                        + " ORDER BY id LIMIT :limit",
                    new Page(after, limit))
                .bind("job", job.value())
                .map(
                    (row, context) ->
                        new LogLine(
                            row.getLong("id"),
                            new Epoch(row.getLong("epoch")),
                            StoreClock.instant(row.getLong("at")),
                            row.getString("line")))
                .list());
  }

  List<RunEvent> events(RunId run, long after, int limit) {
    return store.autocommit(
        handle ->
            page(
                    handle,
                    "SELECT id, job_id, at, kind, detail FROM run_events"
                        + " WHERE run_id = :run AND id > :after ORDER BY id LIMIT :limit",
                    new Page(after, limit))
                .bind("run", run.value())
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

  List<SettledOutput> outputs(RunId run, String after, int limit) {
    return store.autocommit(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM outputs WHERE run_id = :run AND name > :after"
                        + " ORDER BY name LIMIT :limit")
                .bind("run", run.value())
                .bind("after", after)
                .bind("limit", limit)
                .map((row, context) -> output(row))
                .list());
  }

  static SettledOutput output(ResultSet row) throws SQLException {
    return new SettledOutput(
        new Output(
            row.getString("name"),
            row.getString("object"),
            row.getLong("bytes"),
            row.getLong("row_count"),
            row.getString("checksum")),
        new JobId(row.getLong("job_id")),
        new Epoch(row.getLong("epoch")));
  }

  private static Query page(Handle handle, String sql, Page page) {
    return handle.createQuery(sql).bind("after", page.after()).bind("limit", page.limit());
  }
}
