package dev.tidemill.jobs.model;

import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.store.StoreClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One way in which an execution can end.
 *
 * @param next what the job becomes unless it was asked to stop; null when that depends on how many
 *     failures it has had
 * @param delay how long until it may be claimed again; null leaves it its place
 */
record ModelEnding(
    String outcome,
    @Nullable JobStatus next,
    boolean failure,
    @Nullable Duration delay,
    @Nullable String checkpoint,
    @Nullable String result,
    @Nullable String error) {

  static ModelEnding of(Settlement settlement) {
    String outcome = settlement.outcome();
    return switch (settlement) {
      case Settlement.Completed done ->
          new ModelEnding(
              outcome,
              JobStatus.COMPLETED,
              false,
              null,
              null,
              ModelText.clean(done.result()),
              null);
      case Settlement.Parked park ->
          new ModelEnding(
              outcome,
              JobStatus.PARKED,
              false,
              park.delay(),
              ModelText.clean(park.checkpoint()),
              null,
              null);
      case Settlement.Failed fail when fail.problem().code() == JobsError.WORKER_LOST ->
          failed("lost", fail);
      case Settlement.Failed fail -> failed(outcome, fail);
      case Settlement.Restaged again ->
          failed(
              outcome, new Settlement.Failed(again.claim(), again.problem(), true, again.delay()));
      case Settlement.HandedBack back ->
          new ModelEnding(
              outcome,
              JobStatus.PENDING,
              false,
              null,
              ModelText.clean(back.checkpoint()),
              null,
              null);
      case Settlement.Stopped stopped ->
          new ModelEnding(outcome, JobStatus.PENDING, false, null, null, null, null);
    };
  }

  /** As upkeep says it of a worker that died. */
  static Settlement lost(ModelJob job, String worker) {
    Problem problem =
        Problem.of(JobsError.WORKER_LOST, "worker " + worker + " died while running the job");
    return new Settlement.Failed(job.claim(), problem, true, Duration.ZERO);
  }

  private static ModelEnding failed(String outcome, Settlement.Failed fail) {
    return new ModelEnding(
        outcome,
        fail.retryable() ? null : JobStatus.FAILED,
        true,
        fail.delay(),
        null,
        null,
        ModelText.error(fail.problem()));
  }

  void apply(ModelTables tables, ModelJob job, long worker) {
    long now = tables.now();
    tables.attempts.add(new ModelHistory.AttemptRow(job, worker, outcome, error, now));
    job.failures += failure ? 1 : 0;
    JobStatus to = next;
    if (to == null) {
      to = job.failures < job.maxAttempts ? JobStatus.PENDING : JobStatus.FAILED;
    }
    // The work is done, or it has stopped as it was asked to.
    if (job.cancelRequestedAt != null && to != JobStatus.COMPLETED) {
      to = JobStatus.CANCELLED;
    }
    job.status = to;
    job.endedAt = to.ended() ? (Long) now : null;
    if (delay != null) {
      job.notBefore = now + StoreClock.micros(delay);
    }
    job.checkpoint = checkpoint == null ? job.checkpoint : checkpoint;
    job.result = result;
    job.error = error;
  }
}
