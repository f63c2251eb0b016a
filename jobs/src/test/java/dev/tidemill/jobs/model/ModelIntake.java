package dev.tidemill.jobs.model;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Attempt;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.LogLine;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunEvent;
import dev.tidemill.jobs.RunFilter;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.SettledOutput;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Stage;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@link JobIntake} of the model. */
final class ModelIntake implements JobIntake {
  private final ModelTables tables;
  private final ModelGate gate;

  ModelIntake(ModelTables tables) {
    this.tables = tables;
    this.gate = new ModelGate(tables);
  }

  @Override
  public Submitted submit(RunSpec spec) {
    Optional<ModelRun> known =
        tables.runs.stream()
            .filter(run -> run.idempotencyKey != null && run.tenant.equals(spec.tenant()))
            .filter(run -> Objects.equals(run.idempotencyKey, spec.idempotencyKey()))
            .findFirst();
    if (known.isPresent()) {
      if (!known.get().request.equals(spec)) {
        throw refused(JobsError.IDEMPOTENCY_KEY_REUSED);
      }
      return new Submitted(new RunId(known.get().id), true);
    }
    new TreeMap<>(spec.keyLimits())
        .forEach(
            (key, most) -> {
              tables.limits.removeIf(
                  limit -> limit.tenant.equals(spec.tenant()) && limit.key.equals(key));
              tables.limits.add(new ModelHistory.LimitRow(spec.tenant(), key, most));
            });
    return create(spec, Map.of("kind", spec.kind()));
  }

  private Submitted create(RunSpec spec, Map<String, String> detail) {
    var run = new ModelRun(tables.newId(), spec, tables.now());
    tables.runs.add(run);
    boolean staged = !spec.plans().isEmpty();
    tables.create(run, staged ? Stage.PLAN : Stage.EXEC, 0, staged ? spec.plans() : spec.execs());
    run.count(tables.jobsOf(run));
    tables.event(run, null, RunStatus.PENDING.word(), ModelText.json(detail));
    return new Submitted(new RunId(run.id), false);
  }

  @Override
  public RunView cancel(RunId id) {
    ModelRun run = run(id);
    if (run.status.open()) {
      gate.stop(run, RunStatus.CANCELLING, null);
    }
    return run.view();
  }

  @Override
  public RunView retry(RunId id) {
    ModelRun run = stopped(id);
    tables.jobsOf(run).stream()
        .filter(job -> job.status != JobStatus.COMPLETED)
        .forEach(this::reopen);
    reopen(run, null);
    gate.decide(run, null);
    return run.view();
  }

  @Override
  public JobView retry(JobId id) {
    ModelJob job = tables.job(id.value()).orElseThrow(() -> refused(CoreError.NOT_FOUND));
    ModelRun run = stopped(new RunId(job.runId));
    if (run.onJobFailure != OnJobFailure.LET_FINISH || job.status == JobStatus.COMPLETED) {
      throw refused(JobsError.NOTHING_TO_RETRY);
    }
    reopen(job);
    reopen(run, job.id);
    run.count(tables.jobsOf(run));
    return find(id).orElseThrow();
  }

  private void reopen(ModelJob job) {
    job.status = JobStatus.PENDING;
    job.failures = 0;
    job.error = null;
    job.endedAt = null;
    job.cancelRequestedAt = null;
    job.notBefore = tables.now();
    tables.told(job);
  }

  private void reopen(ModelRun run, @Nullable Long job) {
    run.status = RunStatus.PENDING;
    run.error = null;
    run.endedAt = null;
    run.updatedAt = tables.now();
    run.newDeadline(tables.now());
    tables.event(run, job, "retried", "{}");
  }

  private ModelRun stopped(RunId id) {
    ModelRun run = run(id);
    if (run.status != RunStatus.FAILED && run.status != RunStatus.CANCELLED) {
      throw refused(JobsError.NOTHING_TO_RETRY);
    }
    if (tables.jobsOf(run).stream().anyMatch(job -> !job.status.ended())) {
      throw refused(JobsError.RUN_STILL_STOPPING);
    }
    return run;
  }

  /** The first stage at once, whatever delays it once had: they are long over. */
  @Override
  public Submitted again(RunId id) {
    ModelRun old = run(id);
    RunSpec was = old.request;
    boolean staged = !was.plans().isEmpty();
    var anew =
        new RunSpec(
            was.tenant(),
            was.kind(),
            was.spec(),
            was.plans().stream().map(ModelIntake::now).toList(),
            staged ? was.execs() : was.execs().stream().map(ModelIntake::now).toList(),
            was.onJobFailure(),
            was.deadline(),
            null,
            was.keyLimits());
    return create(anew, Map.of("again", id.toString()));
  }

  private static JobSpec now(JobSpec spec) {
    return spec.delay(Duration.ZERO);
  }

  @Override
  public Optional<RunView> find(RunId run) {
    tables.now();
    return tables.run(run.value()).map(ModelRun::view);
  }

  @Override
  public List<RunView> runs(RunFilter filter, Page page) {
    return tables.runs.stream()
        .filter(run -> page.after() == 0 || run.id < page.after())
        .filter(run -> filter.status() == null || run.status == filter.status())
        .filter(run -> filter.kind() == null || run.kind.equals(filter.kind()))
        .sorted(Comparator.<ModelRun>comparingLong(run -> run.id).reversed())
        .limit(page.limit())
        .map(ModelRun::view)
        .toList();
  }

  @Override
  public List<JobView> jobs(JobFilter filter, Page page) {
    return tables.jobs.stream()
        .filter(job -> job.id > page.after())
        .filter(job -> filter.run() == null || job.runId == filter.run().value())
        .filter(job -> filter.status() == null || job.status == filter.status())
        .filter(job -> filter.type() == null || job.type.equals(filter.type()))
        .limit(page.limit())
        .map(job -> job.view(nameOf(job.claimedBy), false))
        .toList();
  }

  @Override
  public Optional<JobView> find(JobId id) {
    return tables.job(id.value()).map(job -> job.view(nameOf(job.claimedBy), true));
  }

  private @Nullable String nameOf(@Nullable Long worker) {
    return worker == null ? null : tables.worker(worker).map(w -> w.name).orElse(null);
  }

  @Override
  public List<Attempt> attempts(JobId job) {
    return tables.attempts.stream()
        .filter(attempt -> attempt.jobId == job.value())
        .map(a -> a.view(tables.worker(a.workerId).map(w -> w.name).orElse("")))
        .toList();
  }

  @Override
  public List<LogLine> log(JobId job, long after, int limit) {
    return tables.lines.stream()
        .filter(line -> line.jobId == job.value() && line.id > after)
        .limit(limit)
        .map(ModelHistory.LineRow::view)
        .toList();
  }

  @Override
  public List<RunEvent> events(RunId run, long after, int limit) {
    return tables.events.stream()
        .filter(event -> event.runId == run.value() && event.id > after)
        .limit(limit)
        .map(ModelHistory.EventRow::view)
        .toList();
  }

  @Override
  public List<SettledOutput> outputs(RunId run, String after, int limit) {
    return tables.outputs.stream()
        .filter(output -> output.runId == run.value() && output.name.compareTo(after) > 0)
        .sorted(Comparator.comparing(output -> output.name))
        .limit(limit)
        .map(ModelHistory.OutputRow::view)
        .toList();
  }

  private ModelRun run(RunId id) {
    tables.now();
    return tables.run(id.value()).orElseThrow(() -> refused(CoreError.NOT_FOUND));
  }

  private static TidemillException refused(ErrorCode code) {
    return Problem.of(code, "nothing was changed").exception();
  }
}
