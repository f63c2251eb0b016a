package dev.tidemill.jobs.store;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.RunGate;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Tally;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** A run under its lock: what the gate needs to know. */
record RunRow(
    long id,
    String tenant,
    RunStatus status,
    OnJobFailure onJobFailure,
    Tally tally,
    boolean execsWaiting) {

  private static final String COLUMNS =
      "id, tenant, status, on_job_failure, plans, plans_done, chunks, chunks_done, execs, execs_done,"
          + " failed, cancelled, next_jobs IS NOT NULL AS execs_waiting";

  /** What a view of a run needs; not the jobs that wait behind its gate, which may be many. */
  static final String VIEW_COLUMNS =
      "id, tenant, kind, status, on_job_failure, plans, plans_done, chunks, chunks_done, execs,"
          + " execs_done, failed, cancelled, spec, error, created_at, started_at, ended_at";

  /**
   * Locks the runs in id order: the first lock of every transaction that changes jobs of theirs.
   */
  static List<RunRow> lock(Handle handle, Statements statements, Collection<Long> runs) {
    return lock(handle, statements, runs, "${lock}");
  }

  /** Locks those that nobody else has locked. For upkeep, which must not wait for anybody. */
  static List<RunRow> tryLock(Handle handle, Statements statements, Collection<Long> runs) {
    return lock(handle, statements, runs, "${try_lock}");
  }

  private static List<RunRow> lock(
      Handle handle, Statements statements, Collection<Long> runs, String how) {
    if (runs.isEmpty()) {
      return List.of();
    }
    return handle
        .createQuery(
            statements.fill(
                "SELECT " + COLUMNS + " FROM runs WHERE id ${among_runs} ORDER BY id " + how))
        .bind("runs", Json.write(runs))
        .map((row, context) -> read(row))
        .list();
  }

  RunGate.Facts facts() {
    return new RunGate.Facts(status, onJobFailure, tally, execsWaiting);
  }

  RunRow with(Tally other) {
    return new RunRow(id, tenant, status, onJobFailure, other, execsWaiting);
  }

  RunRow with(RunStatus other) {
    return new RunRow(id, tenant, other, onJobFailure, tally, execsWaiting);
  }

  private static RunRow read(ResultSet row) throws SQLException {
    return new RunRow(
        row.getLong("id"),
        row.getString("tenant"),
        RunStatus.parse(row.getString("status")),
        OnJobFailure.parse(row.getString("on_job_failure")),
        tally(row),
        row.getBoolean("execs_waiting"));
  }

  static RunView view(ResultSet row) throws SQLException {
    return new RunView(
        new RunId(row.getLong("id")),
        row.getString("tenant"),
        row.getString("kind"),
        RunStatus.parse(row.getString("status")),
        OnJobFailure.parse(row.getString("on_job_failure")),
        tally(row),
        row.getString("spec"),
        row.getString("error"),
        StoreClock.instant(row.getLong("created_at")),
        JobRows.instant(row, "started_at"),
        JobRows.instant(row, "ended_at"));
  }

  private static Tally tally(ResultSet row) throws SQLException {
    return new Tally(
        row.getInt("plans"),
        row.getInt("plans_done"),
        row.getInt("chunks"),
        row.getInt("chunks_done"),
        row.getInt("execs"),
        row.getInt("execs_done"),
        row.getInt("failed"),
        row.getInt("cancelled"));
  }
}
