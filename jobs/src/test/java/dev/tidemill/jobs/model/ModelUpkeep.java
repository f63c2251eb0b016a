package dev.tidemill.jobs.model;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.JobUpkeep;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.state.Tally;
import dev.tidemill.jobs.state.WorkerStatus;
import dev.tidemill.jobs.store.StoreClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** {@link JobUpkeep} of the model: one process that does it. */
final class ModelUpkeep implements JobUpkeep {
  private static final long STILL = StoreClock.micros(Duration.ofSeconds(30));

  private final ModelTables tables;
  private final ModelWatch watch;

  ModelUpkeep(ModelTables tables, Duration interval) {
    this.tables = tables;
    this.watch = new ModelWatch(interval.multipliedBy(2));
  }

  @Override
  public boolean turn(Duration interval) {
    long now = look();
    long length = StoreClock.micros(interval);
    Long ends = tables.turnEnds;
    boolean free = ends == null || ends <= now || ends > now + 2 * length;
    if (free) {
      tables.turnEnds = now + length;
    }
    return free;
  }

  @Override
  public Set<Queue> due() {
    return tables.dueQueues();
  }

  @Override
  public Map<Queue, Backlog> backlog() {
    long now = tables.now();
    Map<Queue, Backlog> found = new EnumMap<>(Queue.class);
    for (ModelJob job : tables.jobs) {
      if (job.due(now)) {
        Duration waited = Duration.ofNanos((now - job.notBefore) * 1000);
        found.merge(
            job.queue,
            new Backlog(1, waited),
            (a, b) ->
                new Backlog(
                    a.jobs() + b.jobs(),
                    a.oldest().compareTo(b.oldest()) > 0 ? a.oldest() : b.oldest()));
      }
    }
    return found;
  }

  @Override
  public Reclaimed reclaim() {
    long now = look();
    boolean held = false;
    int workers = 0;
    for (ModelWorker worker : tables.workers) {
      if (worker.silent(now)) {
        if (watch.lasted(Duration.ofNanos(worker.leaseMicros * 1000))) {
          worker.end(WorkerStatus.LOST, now);
          workers++;
        } else {
          held = true;
        }
      }
    }
    var taken = new ArrayList<JobStatus>();
    for (ModelRun run : byId(run -> true)) {
      taken.addAll(take(tables.jobsOf(run).stream().filter(this::heldByTheGone).toList()));
    }
    return new Reclaimed(
        workers,
        Collections.frequency(taken, JobStatus.PENDING),
        Collections.frequency(taken, JobStatus.FAILED),
        Collections.frequency(taken, JobStatus.CANCELLED),
        held);
  }

  private boolean heldByTheGone(ModelJob job) {
    return job.status == JobStatus.CLAIMED
        && job.claimedBy != null
        && tables.worker(job.claimedBy).filter(worker -> !worker.live()).isPresent();
  }

  /** All jobs of one run at once, so that its gate is decided once. */
  private Collection<JobStatus> take(List<ModelJob> jobs) {
    var settling = new ModelSettling(tables);
    var endings = new ArrayList<ModelSettling.Of>();
    for (ModelJob job : jobs) {
      ModelWorker worker = tables.worker(job.claimedBy == null ? 0 : job.claimedBy).orElseThrow();
      Settlement end =
          worker.status == WorkerStatus.STOPPED
              ? new Settlement.HandedBack(job.claim(), null)
              : ModelEnding.lost(job, worker.name);
      endings.add(new ModelSettling.Of(worker.id, end));
    }
    return settling.end(endings).values();
  }

  @Override
  public int failOverdue() {
    long now = look();
    String error =
        ModelText.error(
            Problem.of(JobsError.DEADLINE_PASSED, "the run did not end before its deadline"));
    List<ModelRun> overdue =
        byId(run -> run.status.open() && run.deadlineAt != null && run.deadlineAt < now);
    overdue.forEach(run -> new ModelGate(tables).stop(run, RunStatus.FAILED, error));
    return overdue.size();
  }

  @Override
  public int repairGates() {
    long now = look();
    var gate = new ModelGate(tables);
    int moved = 0;
    for (ModelRun run : byId(run -> true)) {
      List<ModelJob> claimed =
          tables.jobsOf(run).stream().filter(job -> job.status == JobStatus.CLAIMED).toList();
      boolean executing = claimed.stream().anyMatch(job -> job.stage == Stage.EXEC);
      moved += !claimed.isEmpty() && gate.begin(run, executing) ? 1 : 0;
    }
    for (ModelRun run : byId(run -> !run.status.ended() && run.updatedAt < now - STILL)) {
      Tally before = run.tally();
      try {
        gate.decide(run, null);
        moved += run.status.ended() || !run.tally().equals(before) ? 1 : 0;
      } catch (TidemillException e) {
        throw e;
      } catch (IllegalStateException e) {
        // One that cannot be moved holds up no other.
      }
    }
    return moved;
  }

  @Override
  public int retain(Duration keep) {
    long before = tables.now() - StoreClock.micros(keep);
    List<ModelRun> old =
        byId(run -> run.endedAt != null && run.endedAt < before && !tables.needed.contains(run.id))
            .stream()
            .filter(
                run -> tables.jobsOf(run).stream().noneMatch(j -> j.status == JobStatus.CLAIMED))
            .toList();
    for (ModelRun run : old) {
      List<Long> jobs = tables.jobsOf(run).stream().map(job -> job.id).toList();
      tables.lines.removeIf(line -> jobs.contains(line.jobId));
      tables.attempts.removeIf(attempt -> jobs.contains(attempt.jobId));
      tables.outputs.removeIf(output -> output.runId == run.id);
      tables.events.removeIf(event -> event.runId == run.id);
      tables.jobs.removeIf(job -> job.runId == run.id);
      tables.runs.remove(run);
    }
    tables.workers.removeIf(worker -> worker.endedAt != null && worker.endedAt < before);
    return old.size();
  }

  private List<ModelRun> byId(Predicate<ModelRun> which) {
    return tables.runs.stream()
        .filter(which)
        .sorted(Comparator.comparingLong(run -> run.id))
        .toList();
  }

  private long look() {
    try {
      long now = tables.now();
      watch.answered(tables.time.monotonic(), Duration.ofNanos(now * 1000));
      return now;
    } catch (TidemillException e) {
      watch.failed();
      throw e;
    }
  }
}
