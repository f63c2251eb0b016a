package dev.tidemill.jobs.model;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Attempt;
import dev.tidemill.jobs.LogLine;
import dev.tidemill.jobs.RunEvent;
import dev.tidemill.jobs.SettledOutput;
import dev.tidemill.jobs.store.StoreClock;
import org.jspecify.annotations.Nullable;

/** Rows that are only ever added, and the limits of keys. */
final class ModelHistory {
  private ModelHistory() {}

  /** A row of {@code attempts}. */
  static final class AttemptRow extends ModelRow {
    long jobId;
    long epoch;
    long runId;
    long workerId;
    long claimedAt;
    long endedAt;
    String outcome;
    @Nullable String error;

    AttemptRow(ModelJob job, long worker, String outcome, @Nullable String error, long now) {
      this.jobId = job.id;
      this.epoch = job.epoch;
      this.runId = job.runId;
      this.workerId = worker;
      this.claimedAt = job.claimedAt == null ? 0 : job.claimedAt;
      this.endedAt = now;
      this.outcome = outcome;
      this.error = error;
    }

    Attempt view(String worker) {
      return new Attempt(
          new JobId(jobId),
          new Epoch(epoch),
          worker,
          StoreClock.instant(claimedAt),
          StoreClock.instant(endedAt),
          outcome,
          error);
    }
  }

  /** A row of {@code outputs}. */
  static final class OutputRow extends ModelRow {
    long runId;
    String name;
    long jobId;
    long epoch;
    String object;
    long bytes;
    long rowCount;
    String checksum;

    OutputRow(ModelJob job, Output output) {
      this.runId = job.runId;
      this.name = output.name();
      this.jobId = job.id;
      this.epoch = job.epoch;
      this.object = output.object();
      this.bytes = output.bytes();
      this.rowCount = output.rows();
      this.checksum = output.checksum();
    }

    SettledOutput view() {
      return new SettledOutput(
          new Output(name, object, bytes, rowCount, checksum), new JobId(jobId), new Epoch(epoch));
    }
  }

  /** A row of {@code run_events}. */
  static final class EventRow extends ModelRow {
    long id;
    long runId;
    @Nullable Long jobId;
    long at;
    String kind;
    String detail;

    EventRow(long id, long run, @Nullable Long job, long at, String kind, String detail) {
      this.id = id;
      this.runId = run;
      this.jobId = job;
      this.at = at;
      this.kind = kind;
      this.detail = detail;
    }

    RunEvent view() {
      return new RunEvent(
          id,
          new RunId(runId),
          jobId == null ? null : new JobId(jobId),
          StoreClock.instant(at),
          kind,
          detail);
    }
  }

  /** A row of {@code job_log}. */
  static final class LineRow extends ModelRow {
    long id;
    long jobId;
    long epoch;
    long at;
    String line;

    LineRow(long id, ModelJob job, long at, String line) {
      this.id = id;
      this.jobId = job.id;
      this.epoch = job.epoch;
      this.at = at;
      this.line = line;
    }

    LogLine view() {
      return new LogLine(id, new Epoch(epoch), StoreClock.instant(at), line);
    }
  }

  /** A row of {@code key_limits}. */
  static final class LimitRow extends ModelRow {
    String tenant;
    String key;
    int most;

    LimitRow(String tenant, String key, int most) {
      this.tenant = tenant;
      this.key = key;
      this.most = most;
    }
  }
}
