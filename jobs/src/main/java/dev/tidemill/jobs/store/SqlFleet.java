package dev.tidemill.jobs.store;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.Fleet;
import dev.tidemill.jobs.Waiting;
import dev.tidemill.jobs.WorkerView;
import dev.tidemill.jobs.state.WorkerStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** {@link Fleet} on a database. */
public final class SqlFleet implements Fleet {
  private static final int MOST_GONE = 100;

  private final Store store;
  private final Statements statements;

  public SqlFleet(Store store) {
    this.store = store;
    this.statements = store.statements();
  }

  @Override
  public List<WorkerView> workers(boolean alsoGone) {
    return store.inTransaction(
        handle -> {
          List<WorkerView> live = select(handle, "status IN (${live}) ORDER BY name");
          if (!alsoGone) {
            return live;
          }
          List<WorkerView> gone =
              select(handle, "status NOT IN (${live}) ORDER BY id DESC LIMIT " + MOST_GONE);
          return Stream.concat(live.stream(), gone.stream()).toList();
        });
  }

  @Override
  public WorkerView drain(String name) {
    return ask(name, "coalesce(drain_requested_at, ${now})");
  }

  @Override
  public WorkerView undrain(String name) {
    return ask(name, "NULL");
  }

  @Override
  public List<Waiting> waiting() {
    return store.inTransaction(
        handle -> {
          List<WorkerView> takers =
              select(handle, "status IN ('starting', 'active') AND drain_requested_at IS NULL");
          return handle
              .createQuery(
                  statements.fill(
                      "SELECT queue, type, payload_version, requires, count(*) AS jobs,"
                          + " ${now} - min(not_before) AS oldest FROM jobs"
                          + " WHERE status IN ('pending', 'parked') AND not_before <= ${now}"
                          + " GROUP BY queue, type, payload_version, requires"
                          + " ORDER BY queue, type, payload_version, requires"))
              .map((row, context) -> waiting(row, takers))
              .list();
        });
  }

  private static Waiting waiting(ResultSet row, List<WorkerView> takers) throws SQLException {
    var type = new JobType(row.getString("type"), row.getInt("payload_version"));
    String text = row.getString("requires");
    List<String> requires = text == null ? List.of() : Json.read(text, JobRows.NAMES);
    boolean known =
        takers.stream()
            .anyMatch(
                worker ->
                    worker.types().contains(type.toString())
                        && new HashSet<>(worker.capabilities()).containsAll(requires));
    return new Waiting(
        Queue.parse(row.getString("queue")),
        type,
        requires,
        row.getLong("jobs"),
        micros(row.getLong("oldest")),
        known);
  }

  private WorkerView ask(String name, String when) {
    return store.inTransaction(
        handle -> {
          handle
              .createUpdate(
                  statements.fill(
                      "UPDATE workers SET drain_requested_at = "
                          + when
                          + " WHERE name = :name AND status IN (${live})"))
              .bind("name", name)
              .execute();
          return handle
              .createQuery(statements.fill(sql("name = :name AND status IN (${live})")))
              .bind("name", name)
              .map((row, context) -> view(row))
              .findOne()
              .orElseThrow(
                  () ->
                      Problem.of(CoreError.NOT_FOUND, "no worker named " + name + " is running")
                          .field("worker")
                          .next("`tidemill workers list` shows those that are")
                          .exception());
        });
  }

  private List<WorkerView> select(Handle handle, String where) {
    return handle.createQuery(statements.fill(sql(where))).map((row, context) -> view(row)).list();
  }

  private static String sql(String where) {
    return "SELECT w.*, ${now} - last_seen_at AS silent, (SELECT count(*) FROM jobs j"
        + " WHERE j.claimed_by = w.id AND j.status = 'claimed') AS held FROM workers w WHERE "
        + where;
  }

  private static WorkerView view(ResultSet row) throws SQLException {
    return new WorkerView(
        row.getLong("id"),
        row.getString("name"),
        row.getString("group_name"),
        WorkerStatus.parse(row.getString("status")),
        JobRows.instant(row, "drain_requested_at") != null,
        row.getString("host"),
        row.getLong("pid"),
        row.getString("build"),
        row.getInt("slots"),
        row.getInt("held"),
        Json.read(row.getString("capabilities"), JobRows.NAMES),
        Json.read(row.getString("types"), JobRows.NAMES),
        micros(row.getLong("lease_micros")),
        StoreClock.instant(row.getLong("started_at")),
        micros(Math.max(0, row.getLong("silent"))),
        row.getString("doing"));
  }

  private static Duration micros(long micros) {
    return Duration.ofNanos(Math.multiplyExact(micros, 1000L));
  }
}
