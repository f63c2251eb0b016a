package dev.tidemill.jobs.store;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.Stage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Jobs between Java and the database. */
final class JobRows {
  /** Rows sent in one statement; keeps a run of a million jobs from becoming one huge text. */
  static final int BATCH = 1000;

  private static final int MOST_CHILDREN = 100_000;
  private static final TypeReference<List<Row>> ROWS = new TypeReference<>() {};

  static final TypeReference<List<String>> NAMES = new TypeReference<>() {};

  private JobRows() {}

  /** A job to insert. */
  record Row(
      int ordinal,
      String type,
      int payloadVersion,
      String queue,
      int maxAttempts,
      long timeoutSeconds,
      int priority,
      @Nullable String key,
      @Nullable String requires,
      long delayMicros,
      String payload) {}

  static List<Row> rows(List<JobSpec> specs) {
    return rows(specs, 0);
  }

  /** Children of different parents never share an ordinal. */
  static List<Row> children(int parentOrdinal, List<JobSpec> specs) {
    if (specs.size() > MOST_CHILDREN) {
      throw new IllegalArgumentException(
          "a job may have %d children, got %d".formatted(MOST_CHILDREN, specs.size()));
    }
    return rows(specs, firstChild(parentOrdinal));
  }

  static int firstChild(int parentOrdinal) {
    return Math.multiplyExact(parentOrdinal, MOST_CHILDREN);
  }

  static int parentOrdinal(int child) {
    return child / MOST_CHILDREN;
  }

  private static List<Row> rows(List<JobSpec> specs, int firstOrdinal) {
    var rows = new ArrayList<Row>(specs.size());
    for (JobSpec spec : specs) {
      rows.add(
          new Row(
              firstOrdinal + rows.size(),
              spec.type().name(),
              spec.type().payloadVersion(),
              spec.queue().word(),
              spec.limits().maxAttempts(),
              seconds(spec.limits().timeout()),
              spec.priority(),
              spec.key(),
              spec.requires().isEmpty() ? null : Json.write(spec.requires()),
              StoreClock.micros(spec.delay()),
              spec.payload()));
    }
    return rows;
  }

  /** Rounded up: nought would mean without bound. */
  private static long seconds(Duration timeout) {
    return timeout.plusNanos(999_999_999).toSeconds();
  }

  static String encode(List<Row> rows) {
    return Json.write(rows);
  }

  static List<Row> decode(String text) {
    return Json.read(text, ROWS);
  }

  /**
   * Returns how many were new. In a run that was stopped they are cancelled from the start: nobody
   * works on them, and a retry of the run finds them.
   */
  static int insert(Handle handle, Statements statements, RunRow run, Stage stage, List<Row> rows) {
    JobStatus status = run.status().open() ? JobStatus.PENDING : JobStatus.CANCELLED;
    int inserted = 0;
    for (int from = 0; from < rows.size(); from += BATCH) {
      inserted +=
          handle
              .createUpdate(statements.hot("insert_jobs"))
              .bind("run", run.id())
              .bind("tenant", run.tenant())
              .bind("status", status.word())
              .bind("stage", stage.word())
              .bind("jobs", encode(rows.subList(from, Math.min(rows.size(), from + BATCH))))
              .execute();
    }
    return inserted;
  }

  static ClaimedJob claimed(ResultSet row) throws SQLException {
    return new ClaimedJob(
        new JobId(row.getLong("id")),
        new RunId(row.getLong("run_id")),
        Stage.parse(row.getString("stage")),
        row.getInt("ordinal"),
        new JobType(row.getString("type"), row.getInt("payload_version")),
        new Epoch(row.getLong("epoch")),
        row.getInt("failures"),
        row.getInt("max_attempts"),
        Duration.ofSeconds(row.getLong("timeout_seconds")),
        row.getString("payload"),
        row.getString("checkpoint"));
  }

  /** What a view of a job needs; lists leave the payload out. */
  static String viewColumns(boolean payload) {
    return "j.id, j.run_id, j.stage, j.ordinal, j.type, j.payload_version, j.queue, j.status, j.epoch,"
        + " j.failures, j.max_attempts, j.timeout_seconds, j.priority, j.key, j.requires,"
        + " j.cancel_requested_at, j.created_at, j.not_before, j.claimed_at, j.ended_at, j.checkpoint,"
        + (payload ? " j.payload," : " NULL AS payload,")
        + " j.result, j.error, (SELECT w.name FROM workers w WHERE w.id = j.claimed_by) AS worker";
  }

  static JobView view(ResultSet row) throws SQLException {
    String requires = row.getString("requires");
    return new JobView(
        new JobId(row.getLong("id")),
        new RunId(row.getLong("run_id")),
        Stage.parse(row.getString("stage")),
        row.getInt("ordinal"),
        new JobType(row.getString("type"), row.getInt("payload_version")),
        Queue.parse(row.getString("queue")),
        JobStatus.parse(row.getString("status")),
        new Epoch(row.getLong("epoch")),
        row.getInt("failures"),
        row.getInt("max_attempts"),
        row.getLong("timeout_seconds"),
        row.getInt("priority"),
        row.getString("key"),
        requires == null ? List.of() : Json.read(requires, NAMES),
        instant(row, "cancel_requested_at") != null,
        StoreClock.instant(row.getLong("created_at")),
        StoreClock.instant(row.getLong("not_before")),
        instant(row, "claimed_at"),
        instant(row, "ended_at"),
        row.getString("worker"),
        row.getString("checkpoint"),
        row.getString("payload"),
        row.getString("result"),
        row.getString("error"));
  }

  static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    long micros = row.getLong(column);
    return row.wasNull() ? null : StoreClock.instant(micros);
  }
}
