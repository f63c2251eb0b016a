package dev.tidemill.jobs.model;

import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Stage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of a run after something happened to its jobs. */
final class ModelGate {
  private final ModelTables tables;

  ModelGate(ModelTables tables) {
    this.tables = tables;
  }

  /** Counts, and lets the run go on from there. */
  void decide(ModelRun run, @Nullable String firstError) {
    List<ModelJob> jobs = tables.jobsOf(run);
    run.count(jobs);
    boolean allEnded = jobs.stream().allMatch(job -> job.status.ended());
    boolean allCompleted = jobs.stream().allMatch(job -> job.status == JobStatus.COMPLETED);
    if (run.status == RunStatus.CANCELLING) {
      if (allEnded) {
        move(run, RunStatus.CANCELLED);
      }
    } else if (!run.status.ended()) {
      if (run.failed > 0 && run.onJobFailure == OnJobFailure.CANCEL_REST) {
        cancelOpenJobs(run);
        move(run, RunStatus.FAILED);
      } else if (run.execs == 0 && !run.behindTheGate().isEmpty() && allCompleted) {
        openGate(run);
      } else if (allCompleted) {
        finish(run);
      } else if (allEnded) {
        move(run, RunStatus.FAILED);
      }
    }
    run.count(tables.jobsOf(run));
    if (run.error == null) {
      run.error = firstError;
    }
    run.updatedAt = tables.now();
  }

  /** Asked to stop, or out of time: what nobody holds ends, holders are asked. */
  void stop(ModelRun run, RunStatus to, @Nullable String error) {
    move(run, to);
    cancelOpenJobs(run);
    decide(run, error);
  }

  /** The first job of a stage was claimed. */
  boolean begin(ModelRun run, boolean executing) {
    boolean staging = run.status == RunStatus.PENDING && !executing;
    boolean exec = executing && (run.status == RunStatus.PENDING || run.status == RunStatus.READY);
    if (!staging && !exec) {
      return false;
    }
    move(run, staging ? RunStatus.STAGING : RunStatus.EXECUTING);
    run.updatedAt = tables.now();
    return true;
  }

  private void openGate(ModelRun run) {
    if (run.spoilt) {
      throw new IllegalStateException("the jobs behind the gate of run " + run.id + " are spoilt");
    }
    tables.create(run, Stage.EXEC, 0, run.behindTheGate());
    if (run.status == RunStatus.PENDING) {
      move(run, RunStatus.STAGING);
    }
    move(run, RunStatus.READY);
  }

  /** A run is shown to have gone the whole way, also where nobody marked a step. */
  private void finish(ModelRun run) {
    if (run.status == RunStatus.STAGING) {
      move(run, RunStatus.READY);
    }
    if (run.status != RunStatus.EXECUTING) {
      move(run, RunStatus.EXECUTING);
    }
    move(run, RunStatus.COMPLETED);
  }

  private void move(ModelRun run, RunStatus to) {
    run.status = to;
    tables.event(run, null, to.word(), "{}");
    boolean begun =
        List.of(RunStatus.STAGING, RunStatus.READY, RunStatus.EXECUTING, RunStatus.COMPLETED)
            .contains(to);
    if (begun && run.startedAt == null) {
      run.startedAt = tables.now();
    }
    if (to.ended() && run.endedAt == null) {
      run.endedAt = tables.now();
    }
  }

  private void cancelOpenJobs(ModelRun run) {
    for (ModelJob job : tables.jobsOf(run)) {
      if (job.waiting()) {
        job.status = JobStatus.CANCELLED;
        job.cancelRequestedAt = tables.now();
        job.endedAt = tables.now();
      } else if (job.status == JobStatus.CLAIMED && job.cancelRequestedAt == null) {
        job.cancelRequestedAt = tables.now();
      }
    }
  }
}
