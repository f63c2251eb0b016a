package dev.tidemill.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.state.TransitionCoverage;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.WorkerStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Walks every arrow of the three state diagrams through the store. */
@Tag("J1")
public abstract class StoreTransitionsContract extends StoreContract {

  @Test
  void every_transition_of_a_job_is_exercised() {
    var walked = new TransitionCoverage<>(JobStatus.TABLE);
    WorkerLease worker = worker("w");
    RunId run = submit(1);
    ClaimedJob job = claimOne(worker);
    walked.record(JobStatus.PENDING, JobStatus.Event.CLAIM, view(job).status());
    settle(worker, new Settlement.Parked(job.claim(), Duration.ZERO, "{}"));
    walked.record(JobStatus.CLAIMED, JobStatus.Event.PARK, view(job).status());
    job = claimOne(worker);
    walked.record(JobStatus.PARKED, JobStatus.Event.CLAIM, view(job).status());
    settle(worker, new Settlement.HandedBack(job.claim(), null));
    walked.record(JobStatus.CLAIMED, JobStatus.Event.HAND_BACK, view(job).status());
    job = claimOne(worker);
    settle(worker, failure(job, true));
    walked.record(JobStatus.CLAIMED, JobStatus.Event.TRY_AGAIN, view(job).status());
    time.advance(Duration.ofSeconds(1));
    job = claimOne(worker);
    settle(worker, failure(job, false));
    walked.record(JobStatus.CLAIMED, JobStatus.Event.GIVE_UP, view(job).status());
    intake().retry(run);
    walked.record(JobStatus.FAILED, JobStatus.Event.RETRY, view(job).status());
    intake().cancel(run);
    walked.record(JobStatus.PENDING, JobStatus.Event.CANCEL, view(job).status());
    intake().retry(run);
    walked.record(JobStatus.CANCELLED, JobStatus.Event.RETRY, view(job).status());
    job = claimOne(worker);
    settle(worker, new Settlement.Parked(job.claim(), Duration.ofDays(1), "{}"));
    intake().cancel(run);
    walked.record(JobStatus.PARKED, JobStatus.Event.CANCEL, view(job).status());
    intake().retry(run);
    job = claimOne(worker);
    intake().cancel(run);
    settle(worker, new Settlement.Stopped(job.claim()));
    walked.record(JobStatus.CLAIMED, JobStatus.Event.CONFIRM_CANCEL, view(job).status());
    intake().retry(run);
    job = claimOne(worker);
    complete(worker, job);
    walked.record(JobStatus.CLAIMED, JobStatus.Event.COMPLETE, view(job).status());
    walked.assertComplete();
  }

  @Test
  void every_transition_of_a_run_is_exercised() {
    var walked = new TransitionCoverage<>(RunStatus.TABLE);
    WorkerLease worker = worker("w");
    for (RunStatus stop :
        List.of(RunStatus.PENDING, RunStatus.STAGING, RunStatus.READY, RunStatus.EXECUTING)) {
      RunId cancelled = runAt(stop, worker, walked);
      intake().cancel(cancelled);
      walked.record(stop, RunStatus.Event.CANCEL, RunStatus.CANCELLING);
      finishHeld(worker);
      walked.record(RunStatus.CANCELLING, RunStatus.Event.ALL_STOPPED, view(cancelled).status());
      RunId failed = runAt(stop, worker, walked);
      store().set("runs", failed.value(), "deadline_at", 0L);
      upkeep().failOverdue();
      walked.record(stop, RunStatus.Event.FAIL, view(failed).status());
      finishHeld(worker);
      walked.record(RunStatus.FAILED, RunStatus.Event.RETRY, intake().retry(failed).status());
      intake().cancel(failed);
      walked.record(RunStatus.CANCELLED, RunStatus.Event.RETRY, intake().retry(failed).status());
      intake().cancel(failed);
    }
    RunId done = submit(1);
    ClaimedJob job = claimOne(worker);
    walked.record(RunStatus.PENDING, RunStatus.Event.BEGIN_EXECUTING, view(done).status());
    complete(worker, job);
    walked.record(RunStatus.EXECUTING, RunStatus.Event.FINISH, view(done).status());
    walked.assertComplete();
  }

  @Test
  void every_transition_of_a_worker_is_exercised() {
    var walked = new TransitionCoverage<>(WorkerStatus.TABLE);
    for (WorkerStatus last :
        List.of(
            WorkerStatus.STARTING,
            WorkerStatus.ACTIVE,
            WorkerStatus.DRAINING,
            WorkerStatus.DRAINED)) {
      WorkerLease stopped = workerAt(last, "stopped-" + last.word(), walked);
      leases().stop(stopped);
      walked.record(last, WorkerStatus.Event.STOP, status(stopped));
      WorkerLease lost = workerAt(last, "lost-" + last.word(), walked);
      silence();
      walked.record(last, WorkerStatus.Event.EXPIRE, status(lost));
    }
    WorkerLease back = workerAt(WorkerStatus.DRAINED, "back", walked);
    beat(back, WorkerStatus.ACTIVE);
    walked.record(WorkerStatus.DRAINED, WorkerStatus.Event.UNDRAIN, status(back));
    beat(back, WorkerStatus.DRAINING);
    beat(back, WorkerStatus.ACTIVE);
    walked.record(WorkerStatus.DRAINING, WorkerStatus.Event.UNDRAIN, status(back));
    walked.assertComplete();
  }

  /** A fresh run brought as far as {@code status}, its last claimed job still in hand. */
  private RunId runAt(
      RunStatus status, WorkerLease worker, TransitionCoverage<RunStatus, RunStatus.Event> walked) {
    RunId run =
        intake()
            .submit(RunSpec.staged("test", List.of(job().queue(Queue.STAGE)), List.of(job())))
            .run();
    if (status == RunStatus.PENDING) {
      return run;
    }
    ClaimedJob plan = claim(worker, Queue.STAGE, 1).getFirst();
    walked.record(RunStatus.PENDING, RunStatus.Event.BEGIN_STAGING, view(run).status());
    if (status == RunStatus.STAGING) {
      return run;
    }
    complete(worker, plan);
    walked.record(RunStatus.STAGING, RunStatus.Event.OPEN_GATE, view(run).status());
    if (status == RunStatus.READY) {
      return run;
    }
    claimOne(worker);
    walked.record(RunStatus.READY, RunStatus.Event.BEGIN_EXECUTING, view(run).status());
    return run;
  }

  private void finishHeld(WorkerLease worker) {
    leases()
        .heartbeat(worker, Heartbeat.holding(List.of()))
        .stray()
        .forEach(claim -> settle(worker, new Settlement.Stopped(claim)));
  }

  private WorkerLease workerAt(
      WorkerStatus last, String name, TransitionCoverage<WorkerStatus, WorkerStatus.Event> walked) {
    WorkerLease lease =
        leases()
            .register(
                new WorkerHello(
                    UUID.randomUUID().toString(),
                    name,
                    null,
                    "host",
                    1,
                    "test",
                    1,
                    List.of(),
                    List.of(),
                    LEASE));
    assertThat(status(lease)).isEqualTo(WorkerStatus.STARTING);
    if (last != WorkerStatus.STARTING) {
      beat(lease, WorkerStatus.ACTIVE);
      walked.record(WorkerStatus.STARTING, WorkerStatus.Event.READY, status(lease));
    }
    if (last == WorkerStatus.DRAINING || last == WorkerStatus.DRAINED) {
      beat(lease, WorkerStatus.DRAINING);
      walked.record(WorkerStatus.ACTIVE, WorkerStatus.Event.DRAIN, status(lease));
    }
    if (last == WorkerStatus.DRAINED) {
      beat(lease, WorkerStatus.DRAINED);
      walked.record(WorkerStatus.DRAINING, WorkerStatus.Event.EMPTY, status(lease));
    }
    return lease;
  }

  private void beat(WorkerLease lease, WorkerStatus status) {
    leases().heartbeat(lease, Heartbeat.of(status));
  }

  private WorkerStatus status(WorkerLease lease) {
    for (WorkerStatus status : WorkerStatus.values()) {
      if (store().count("workers", Map.of("id", lease.id(), "status", status.word())) == 1) {
        return status;
      }
    }
    throw new AssertionError("no such worker: " + lease);
  }
}
