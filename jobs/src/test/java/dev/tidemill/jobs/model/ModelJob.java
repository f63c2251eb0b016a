package dev.tidemill.jobs.model;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.store.StoreClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of {@code jobs}. */
final class ModelJob extends ModelRow {
  long id;
  long runId;
  String tenant;
  Stage stage;
  int ordinal;
  String type;
  int payloadVersion;
  Queue queue;
  JobStatus status;
  long epoch;
  int failures;
  int maxAttempts;
  long timeoutSeconds;
  int priority;
  @Nullable String key;
  List<String> requires;
  long notBefore;
  @Nullable Long claimedBy;
  @Nullable Long claimedAt;
  @Nullable Long cancelRequestedAt;
  @Nullable String checkpoint;
  String payload;
  @Nullable String result;
  @Nullable String error;
  long createdAt;
  @Nullable Long endedAt;

  ModelJob(long id, ModelRun run, Stage stage, int ordinal, JobSpec spec, long now) {
    this.id = id;
    this.runId = run.id;
    this.tenant = run.tenant;
    this.stage = stage;
    this.ordinal = ordinal;
    this.type = spec.type().name();
    this.payloadVersion = spec.type().payloadVersion();
    this.queue = spec.queue();
    this.status = JobStatus.PENDING;
    this.maxAttempts = spec.limits().maxAttempts();
    this.timeoutSeconds = spec.limits().timeout().plusNanos(999_999_999).toSeconds();
    this.priority = spec.priority();
    this.key = spec.key();
    this.requires = spec.requires();
    this.notBefore = now + StoreClock.micros(spec.delay());
    this.payload = spec.payload();
    this.createdAt = now;
  }

  boolean waiting() {
    return status == JobStatus.PENDING || status == JobStatus.PARKED;
  }

  boolean due(long now) {
    return waiting() && notBefore <= now;
  }

  /** Is this very execution under way, on this worker? */
  boolean heldBy(long worker, Claim claim) {
    return status == JobStatus.CLAIMED
        && claimedBy != null
        && claimedBy == worker
        && claim.equals(claim());
  }

  JobType jobType() {
    return new JobType(type, payloadVersion);
  }

  Claim claim() {
    return new Claim(new JobId(id), new RunId(runId), new Epoch(epoch));
  }

  ClaimedJob claimed() {
    return new ClaimedJob(
        new JobId(id),
        new RunId(runId),
        stage,
        ordinal,
        jobType(),
        new Epoch(epoch),
        failures,
        maxAttempts,
        Duration.ofSeconds(timeoutSeconds),
        payload,
        checkpoint);
  }

  JobView view(@Nullable String worker, boolean withPayload) {
    return new JobView(
        new JobId(id),
        new RunId(runId),
        stage,
        ordinal,
        jobType(),
        queue,
        status,
        new Epoch(epoch),
        failures,
        maxAttempts,
        timeoutSeconds,
        priority,
        key,
        requires,
        cancelRequestedAt != null,
        StoreClock.instant(createdAt),
        StoreClock.instant(notBefore),
        instant(claimedAt),
        instant(endedAt),
        worker,
        checkpoint,
        withPayload ? payload : null,
        result,
        error);
  }

  static @Nullable Instant instant(@Nullable Long micros) {
    return micros == null ? null : StoreClock.instant(micros);
  }
}
