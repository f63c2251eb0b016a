package dev.tidemill.jobs.model;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.store.StoreClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All rows, in order of creation, and the clock they are dated by. */
final class ModelTables {
  final TimeSource time;
  final Wakeups wakeups;
  final List<ModelRun> runs = new ArrayList<>();
  final List<ModelJob> jobs = new ArrayList<>();
  final List<ModelHistory.AttemptRow> attempts = new ArrayList<>();
  final List<ModelHistory.OutputRow> outputs = new ArrayList<>();
  final List<ModelHistory.EventRow> events = new ArrayList<>();
  final List<ModelHistory.LineRow> lines = new ArrayList<>();
  final List<ModelHistory.LimitRow> limits = new ArrayList<>();
  final List<ModelWorker> workers = new ArrayList<>();

  /** Runs that something outside still needs. */
  final Set<Long> needed = new HashSet<>();

  /** When the turn of whoever does upkeep ends. */
  @Nullable Long turnEnds;

  /** Does not answer. */
  boolean away;

  private long lastId;

  ModelTables(TimeSource time, Wakeups wakeups) {
    this.time = time;
    this.wakeups = wakeups;
  }

  long now() {
    if (away) {
      throw Problem.of(JobsError.STORE_UNAVAILABLE, "away").exception();
    }
    return StoreClock.micros(time.now());
  }

  long newId() {
    return ++lastId;
  }

  Optional<ModelRun> run(long id) {
    return runs.stream().filter(run -> run.id == id).findFirst();
  }

  Optional<ModelJob> job(long id) {
    return jobs.stream().filter(job -> job.id == id).findFirst();
  }

  Optional<ModelWorker> worker(long id) {
    return workers.stream().filter(worker -> worker.id == id).findFirst();
  }

  List<ModelJob> jobsOf(ModelRun run) {
    var of = new ArrayList<ModelJob>();
    for (ModelJob job : jobs) {
      if (job.runId == run.id) {
        of.add(job);
      }
    }
    return of;
  }

  List<ModelJob> heldBy(long worker) {
    return jobs.stream()
        .filter(job -> job.status == JobStatus.CLAIMED)
        .filter(job -> job.claimedBy != null && job.claimedBy == worker)
        .toList();
  }

  /** How many more jobs of a key may run. */
  int room(String tenant, @Nullable String key) {
    if (key == null) {
      return Integer.MAX_VALUE;
    }
    long running =
        jobs.stream()
            .filter(job -> job.status == JobStatus.CLAIMED)
            .filter(job -> job.tenant.equals(tenant) && key.equals(job.key))
            .count();
    return limits.stream()
        .filter(limit -> limit.tenant.equals(tenant) && limit.key.equals(key))
        .map(limit -> (int) (limit.most - running))
        .findFirst()
        .orElse(Integer.MAX_VALUE);
  }

  /** New jobs; in a run that was stopped they are cancelled from the start. */
  void create(ModelRun run, Stage stage, int firstOrdinal, List<JobSpec> specs) {
    boolean open = run.status != RunStatus.CANCELLING && !run.status.ended();
    int ordinal = firstOrdinal;
    for (JobSpec spec : specs) {
      var job = new ModelJob(newId(), run, stage, ordinal++, spec, now());
      if (!open) {
        job.status = JobStatus.CANCELLED;
        job.endedAt = now();
      }
      jobs.add(job);
      told(job);
    }
  }

  void event(ModelRun run, @Nullable Long job, String kind, String detail) {
    events.add(new ModelHistory.EventRow(newId(), run.id, job, now(), kind, detail));
  }

  /** Whoever listens hears of a job that waits. */
  void told(ModelJob job) {
    if (job.waiting()) {
      wakeups.due(job.queue, Duration.ofNanos(Math.max(0, job.notBefore - now()) * 1000));
    }
  }

  Set<Queue> dueQueues() {
    var queues = new HashSet<Queue>();
    jobs.stream().filter(job -> job.due(now())).forEach(job -> queues.add(job.queue));
    return queues;
  }
}
