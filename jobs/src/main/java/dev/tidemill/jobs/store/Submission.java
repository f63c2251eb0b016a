package dev.tidemill.jobs.store;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.state.Tally;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Creates one run with the jobs of its first stage, unless its idempotency key is known. */
final class Submission {
  private final Handle handle;
  private final Statements statements;
  private final RunSpec spec;
  private final List<JobRows.Row> plans;
  private final List<JobRows.Row> execs;

  Submission(Handle handle, Statements statements, RunSpec spec) {
    this.handle = handle;
    this.statements = statements;
    this.spec = spec;
    this.plans = JobRows.rows(spec.plans());
    this.execs = JobRows.rows(spec.execs());
  }

  /**
   * Whether one statement can do it, which needs no transaction around it: a submission is mostly
   * one job, and round trips are most of its cost.
   */
  static boolean atOnce(Dialect dialect, RunSpec spec, long maxPending) {
    return dialect == Dialect.POSTGRESQL
        && maxPending == 0
        && spec.keyLimits().isEmpty()
        && Math.max(spec.plans().size(), spec.execs().size()) <= JobRows.BATCH;
  }

  Submitted submitAtOnce() {
    String hash = spec.idempotencyKey() == null ? null : hash();
    return bindRun(handle.createQuery(statements.hot("submit")), hash)
        .bind("stage", firstStage().word())
        .bind("jobs", JobRows.encode(first()))
        .bind("detail", Json.write(detail()))
        .mapTo(Long.class)
        .findOne()
        .map(run -> new Submitted(new RunId(run), false))
        .orElseGet(() -> existing(hash));
  }

  Submitted submit(long maxPending) {
    String hash = spec.idempotencyKey() == null ? null : hash();
    Optional<Long> created = insertRun(hash);
    if (created.isEmpty()) {
      return existing(hash);
    }
    long run = created.get();
    if (maxPending > 0) {
      requireRoom(maxPending);
    }
    setKeyLimits();
    RunRow row =
        new RunRow(
            run, spec.tenant(), RunStatus.PENDING, spec.onJobFailure(), Tally.NONE, staged());
    JobRows.insert(handle, statements, row, firstStage(), first());
    var update = new RunUpdate(handle, statements);
    update.event(run, null, RunStatus.PENDING.word(), detail());
    update.flush();
    return new Submitted(new RunId(run), false);
  }

  private Map<String, String> detail() {
    return Map.of("kind", spec.kind());
  }

  /** From the counters of the open runs, of which there are far fewer than jobs. */
  private void requireRoom(long maxPending) {
    long open =
        handle
            .createQuery(
                "SELECT coalesce(sum(plans + chunks + execs - plans_done - chunks_done - execs_done"
                    + " - failed - cancelled), 0) FROM runs WHERE ended_at IS NULL"
                    + " AND tenant = :tenant")
            .bind("tenant", spec.tenant())
            .mapTo(Long.class)
            .one();
    if (open > maxPending) {
      throw Problem.of(
              JobsError.TOO_MANY_PENDING,
              "%d jobs would be open, and %s may have %d; nothing was created"
                  .formatted(open, spec.tenant(), maxPending))
          .next("wait until some have ended, or raise `jobs.max_pending`")
          .exception();
    }
  }

  private void setKeyLimits() {
    // In order of the keys, so that two submissions never wait for each other.
    new TreeMap<>(spec.keyLimits())
        .forEach((key, most) -> setKeyLimit(handle, spec.tenant(), key, most));
  }

  static void setKeyLimit(Handle handle, String tenant, String key, int most) {
    handle
        .createUpdate(
            "INSERT INTO key_limits (tenant, key, most) VALUES (:tenant, :key, :most)"
                + " ON CONFLICT (tenant, key) DO UPDATE SET most = excluded.most")
        .bind("tenant", tenant)
        .bind("key", key)
        .bind("most", most)
        .execute();
  }

  private Optional<Long> insertRun(@Nullable String hash) {
    return bindRun(
            handle.createQuery(
                statements.fill(
                    "INSERT INTO runs (tenant, kind, status, on_job_failure, plans, execs, spec, next_jobs,"
                        + " deadline_micros, deadline_at, idempotency_key, request_hash, created_at,"
                        + " updated_at)"
                        + " VALUES (:tenant, :kind, 'pending', :on_job_failure, :plans, :execs, :spec,"
                        + " :next_jobs, :deadline, ${now} + :deadline, :key, :hash, ${now}, ${now})"
                        + " ON CONFLICT (tenant, idempotency_key) DO NOTHING RETURNING id")),
            hash)
        .mapTo(Long.class)
        .findOne();
  }

  private Query bindRun(Query query, @Nullable String hash) {
    return query
        .bind("tenant", spec.tenant())
        .bind("kind", spec.kind())
        .bind("on_job_failure", spec.onJobFailure().word())
        .bind("plans", plans.size())
        .bind("execs", staged() ? 0 : execs.size())
        .bind("spec", spec.spec())
        .bind("next_jobs", staged() && !execs.isEmpty() ? JobRows.encode(execs) : null)
        .bind("deadline", spec.deadline().isZero() ? null : StoreClock.micros(spec.deadline()))
        .bind("key", spec.idempotencyKey())
        .bind("hash", hash);
  }

  private boolean staged() {
    return !plans.isEmpty();
  }

  private List<JobRows.Row> first() {
    return staged() ? plans : execs;
  }

  private Stage firstStage() {
    return staged() ? Stage.PLAN : Stage.EXEC;
  }

  private Submitted existing(@Nullable String hash) {
    record Known(long id, String hash) {}
    Known known =
        handle
            .createQuery(
                "SELECT id, request_hash FROM runs WHERE tenant = :tenant AND idempotency_key = :key")
            .bind("tenant", spec.tenant())
            .bind("key", spec.idempotencyKey())
            .map((row, context) -> new Known(row.getLong("id"), row.getString("request_hash")))
            .one();
    if (!known.hash.equals(hash)) {
      throw Problem.of(
              JobsError.IDEMPOTENCY_KEY_REUSED,
              "the idempotency key '%s' belongs to %s, which asked for something else"
                  .formatted(spec.idempotencyKey(), new RunId(known.id)))
          .field("idempotency_key")
          .next("use a new key for a new request; nothing was created")
          .exception();
    }
    return new Submitted(new RunId(known.id), true);
  }

  private String hash() {
    String request =
        Json.write(
            List.of(
                spec.kind(),
                spec.spec(),
                spec.onJobFailure().word(),
                spec.deadline().toMillis(),
                plans,
                execs,
                new TreeMap<>(spec.keyLimits())));
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(request.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
