package dev.tidemill.jobs.model;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.job.StagedJob;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.JobLines;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.Staging;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.state.WorkerStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@link JobLeases} of the model. */
final class ModelLeases implements JobLeases {
  private static final Comparator<ModelJob> STORE_ORDER =
      Comparator.<ModelJob>comparingInt(job -> job.priority)
          .thenComparingLong(job -> job.notBefore)
          .thenComparingLong(job -> job.id);

  private final ModelTables tables;

  ModelLeases(ModelTables tables) {
    this.tables = tables;
  }

  @Override
  public WorkerLease register(WorkerHello hello) {
    long now = tables.now();
    List<ModelWorker> silent =
        tables.workers.stream()
            .filter(worker -> worker.name.equals(hello.name()) && worker.silent(now))
            .toList();
    for (ModelWorker worker : tables.workers) {
      boolean same = worker.incarnation.equals(hello.incarnation());
      if (worker.live() && same && !silent.contains(worker)) {
        silent.forEach(gone -> gone.end(WorkerStatus.LOST, now));
        return new WorkerLease(worker.id, hello.name(), hello.lease());
      }
    }
    for (ModelWorker worker : tables.workers) {
      boolean namesake = worker.live() && worker.name.equals(hello.name());
      boolean ended = worker.incarnation.equals(hello.incarnation());
      if (ended || (namesake && !silent.contains(worker))) {
        throw Problem.of(JobsError.WORKER_NAME_TAKEN, hello.name() + " is taken").exception();
      }
    }
    silent.forEach(gone -> gone.end(WorkerStatus.LOST, now));
    var worker = new ModelWorker(tables.newId(), hello, now);
    tables.workers.add(worker);
    return new WorkerLease(worker.id, hello.name(), hello.lease());
  }

  @Override
  public List<ClaimedJob> claim(WorkerLease lease, ClaimRequest request) {
    long now = tables.now();
    var taken = new ArrayList<ClaimedJob>();
    if (!tables.worker(lease.id()).map(ModelWorker::mayClaim).orElse(false)) {
      return taken;
    }
    List<ModelJob> order =
        tables.jobs.stream()
            .filter(job -> job.due(now) && job.queue == request.queue())
            .filter(job -> request.types().contains(job.jobType()))
            .filter(job -> request.capabilities().containsAll(job.requires))
            .sorted(STORE_ORDER)
            .toList();
    for (ModelJob job : order) {
      if (taken.size() < request.max() && tables.room(job.tenant, job.key) > 0) {
        job.status = JobStatus.CLAIMED;
        job.epoch++;
        job.claimedBy = lease.id();
        job.claimedAt = now;
        taken.add(job.claimed());
      }
    }
    showBegun(taken);
    return taken;
  }

  /** In order of the runs' ids, those that stage before those that execute. */
  private void showBegun(List<ClaimedJob> taken) {
    var gate = new ModelGate(tables);
    for (boolean executing : new boolean[] {false, true}) {
      taken.stream()
          .filter(job -> (job.stage() == Stage.EXEC) == executing)
          .map(job -> job.run().value())
          .sorted()
          .distinct()
          .forEach(run -> gate.begin(tables.run(run).orElseThrow(), executing));
    }
  }

  @Override
  public HeartbeatAnswer heartbeat(WorkerLease lease, Heartbeat beat) {
    long now = tables.now();
    ModelWorker worker = tables.worker(lease.id()).filter(ModelWorker::live).orElse(null);
    if (worker == null) {
      return HeartbeatAnswer.leaseLost(beat.held());
    }
    worker.lastSeenAt = now;
    worker.status = beat.status();
    worker.doing = Objects.requireNonNull(ModelText.clean(beat.doing()));
    var lost = new ArrayList<Claim>();
    var cancel = new ArrayList<Claim>();
    for (Claim claim : beat.held()) {
      ModelJob job = held(lease, claim);
      if (job == null) {
        lost.add(claim);
      } else if (job.cancelRequestedAt != null) {
        cancel.add(claim);
      }
    }
    List<Claim> stray =
        tables.heldBy(lease.id()).stream()
            .map(ModelJob::claim)
            .filter(claim -> !beat.held().contains(claim))
            .toList();
    Set<Queue> due =
        beat.looking().stream()
            .filter(request -> tables.jobs.stream().anyMatch(job -> wanted(job, request, now)))
            .map(ClaimRequest::queue)
            .collect(Collectors.toSet());
    boolean upkeepDue = tables.turnEnds == null || tables.turnEnds < now;
    return new HeartbeatAnswer(
        false, worker.drainRequestedAt != null, lost, cancel, stray, due, upkeepDue);
  }

  private static boolean wanted(ModelJob job, ClaimRequest request, long now) {
    return job.due(now) && job.queue == request.queue() && request.types().contains(job.jobType());
  }

  private @Nullable ModelJob held(WorkerLease lease, Claim claim) {
    return tables
        .job(claim.job().value())
        .filter(job -> job.heldBy(lease.id(), claim))
        .orElse(null);
  }

  @Override
  public List<SettleAnswer> settle(WorkerLease lease, List<Settlement> settlements) {
    tables.now();
    return new ModelSettling(tables).settle(lease.id(), settlements);
  }

  @Override
  public void log(WorkerLease lease, List<JobLines> lines) {
    long now = tables.now();
    for (JobLines of : lines) {
      ModelJob job = held(lease, of.claim());
      if (job != null) {
        of.lines()
            .forEach(
                line ->
                    tables.lines.add(
                        new ModelHistory.LineRow(
                            tables.newId(),
                            job,
                            now,
                            Objects.requireNonNull(ModelText.clean(line)))));
      }
    }
  }

  @Override
  public Staging staging(RunId run) {
    RunStatus status =
        tables.run(run.value()).map(found -> found.status).orElse(RunStatus.CANCELLED);
    var staged = new ArrayList<StagedJob>();
    for (ModelJob job : tables.jobs) {
      boolean completed = job.runId == run.value() && job.status == JobStatus.COMPLETED;
      if (completed && job.stage != Stage.EXEC) {
        staged.add(
            new StagedJob(
                new JobId(job.id),
                new JobType(job.type, job.payloadVersion),
                job.payload,
                job.result,
                tables.outputs.stream()
                    .filter(row -> row.jobId == job.id)
                    .map(row -> row.view().output())
                    .sorted(Comparator.comparing(Output::name))
                    .toList()));
      }
    }
    return new Staging(status != RunStatus.PENDING && status != RunStatus.STAGING, staged);
  }

  @Override
  public void stop(WorkerLease lease) {
    long now = tables.now();
    List<Settlement> rest =
        tables.heldBy(lease.id()).stream()
            .sorted(Comparator.<ModelJob>comparingLong(job -> job.runId).thenComparing(j -> j.id))
            .<Settlement>map(job -> new Settlement.HandedBack(job.claim(), null))
            .toList();
    new ModelSettling(tables).end(lease.id(), rest);
    tables
        .worker(lease.id())
        .filter(ModelWorker::live)
        .ifPresent(worker -> worker.end(WorkerStatus.STOPPED, now));
  }
}
