package dev.tidemill.jobs.model;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.state.Tally;
import dev.tidemill.jobs.store.StoreClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of {@code runs}. */
final class ModelRun extends ModelRow {
  long id;
  String tenant;
  String kind;
  RunStatus status = RunStatus.PENDING;
  OnJobFailure onJobFailure;
  int plans;
  int plansDone;
  int chunks;
  int chunksDone;
  int execs;
  int execsDone;
  int failed;
  int cancelled;
  String spec;
  @Nullable String error;
  @Nullable Long deadlineMicros;
  @Nullable Long deadlineAt;
  @Nullable String idempotencyKey;
  long createdAt;
  long updatedAt;
  @Nullable Long startedAt;
  @Nullable Long endedAt;
  transient RunSpec request;
  transient boolean spoilt;

  ModelRun(long id, RunSpec request, long now) {
    this.id = id;
    this.request = request;
    this.tenant = request.tenant();
    this.kind = request.kind();
    this.onJobFailure = request.onJobFailure();
    this.spec = request.spec();
    this.idempotencyKey = request.idempotencyKey();
    this.createdAt = now;
    this.updatedAt = now;
    this.deadlineMicros =
        request.deadline().isZero() ? null : StoreClock.micros(request.deadline());
    newDeadline(now);
  }

  void newDeadline(long now) {
    deadlineAt = deadlineMicros == null ? null : now + deadlineMicros;
  }

  /** What is created when all plans and chunks are done. */
  List<JobSpec> behindTheGate() {
    return request.plans().isEmpty() ? List.of() : request.execs();
  }

  /** Always from the jobs, never from the last count. */
  void count(List<ModelJob> jobs) {
    plans = count(jobs, Stage.PLAN, null);
    plansDone = count(jobs, Stage.PLAN, JobStatus.COMPLETED);
    chunks = count(jobs, Stage.CHUNK, null);
    chunksDone = count(jobs, Stage.CHUNK, JobStatus.COMPLETED);
    execs = count(jobs, Stage.EXEC, null);
    execsDone = count(jobs, Stage.EXEC, JobStatus.COMPLETED);
    failed = count(jobs, null, JobStatus.FAILED);
    cancelled = count(jobs, null, JobStatus.CANCELLED);
  }

  private static int count(List<ModelJob> jobs, @Nullable Stage stage, @Nullable JobStatus status) {
    int count = 0;
    for (ModelJob job : jobs) {
      boolean fits =
          (stage == null || job.stage == stage) && (status == null || job.status == status);
      count += fits ? 1 : 0;
    }
    return count;
  }

  Tally tally() {
    return new Tally(plans, plansDone, chunks, chunksDone, execs, execsDone, failed, cancelled);
  }

  RunView view() {
    return new RunView(
        new RunId(id),
        tenant,
        kind,
        status,
        onJobFailure,
        tally(),
        spec,
        error,
        StoreClock.instant(createdAt),
        ModelJob.instant(startedAt),
        ModelJob.instant(endedAt));
  }
}
