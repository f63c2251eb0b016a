package dev.tidemill.jobs.model;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Output;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How executions end, whoever says so. */
final class ModelSettling {
  private static final int MOST_CHILDREN = 100_000;

  private final ModelTables tables;
  private final ModelGate gate;

  ModelSettling(ModelTables tables) {
    this.tables = tables;
    this.gate = new ModelGate(tables);
  }

  /** What a worker reports. A claim named again is looked at after the first has been settled. */
  List<SettleAnswer> settle(long worker, List<Settlement> batch) {
    var answers = new LinkedHashMap<Integer, SettleAnswer>();
    while (answers.size() < batch.size()) {
      var round = new LinkedHashMap<Claim, Integer>();
      for (int i = 0; i < batch.size(); i++) {
        if (!answers.containsKey(i)) {
          round.putIfAbsent(batch.get(i).claim(), i);
        }
      }
      var together = new LinkedHashMap<Integer, Settlement>();
      round.values().stream().sorted().forEach(i -> together.put(i, batch.get(i)));
      answers.putAll(round(worker, together));
    }
    return new ArrayList<>(new TreeMap<>(answers).values());
  }

  /** All at once, or, when one of them cannot be stored, each by itself. */
  private Map<Integer, SettleAnswer> round(long worker, Map<Integer, Settlement> round) {
    var answers = new HashMap<Integer, SettleAnswer>();
    Optional<String> fault = fault(worker, round.values());
    if (fault.isPresent() && round.size() > 1) {
      round.forEach((i, settlement) -> answers.putAll(round(worker, Map.of(i, settlement))));
      return answers;
    }
    if (fault.isPresent()) {
      round.forEach(
          (i, settlement) -> {
            Problem problem =
                Problem.of(JobsError.RESULT_REFUSED, "the job's result could not be stored")
                    .cause(fault.get());
            Claim claim = settlement.claim();
            end(worker, List.of(new Settlement.Failed(claim, problem, false, Duration.ZERO)));
            answers.put(i, SettleAnswer.REFUSED);
          });
      return answers;
    }
    Set<Claim> accepted = end(worker, List.copyOf(round.values())).keySet();
    round.forEach((i, s) -> answers.put(i, answer(worker, s, accepted.contains(s.claim()))));
    return answers;
  }

  private SettleAnswer answer(long worker, Settlement settlement, boolean accepted) {
    if (accepted) {
      return SettleAnswer.ACCEPTED;
    }
    Claim claim = settlement.claim();
    boolean before =
        tables.attempts.stream()
            .anyMatch(
                past ->
                    past.jobId == claim.job().value()
                        && past.runId == claim.run().value()
                        && past.epoch == claim.epoch().value()
                        && past.workerId == worker
                        && past.outcome.equals(settlement.outcome()));
    return before ? SettleAnswer.ALREADY_YOURS : SettleAnswer.LOST;
  }

  /** Why these cannot be stored together; what would not count anyway is no obstacle. */
  private Optional<String> fault(long worker, Iterable<Settlement> settlements) {
    var names = new HashSet<String>();
    tables.outputs.forEach(output -> names.add(output.runId + " " + output.name));
    for (Settlement settlement : settlements) {
      ModelJob job = held(worker, settlement.claim());
      if (job == null || !(settlement instanceof Settlement.Completed done)) {
        continue;
      }
      if (!done.children().isEmpty() && job.stage != Stage.PLAN) {
        return Optional.of("only plans have children");
      }
      for (Output output : done.outputs()) {
        if (!names.add(job.runId + " " + output.name())) {
          return Optional.of("the run has an output of that name: " + output.name());
        }
      }
    }
    return Optional.empty();
  }

  private @Nullable ModelJob held(long worker, Claim claim) {
    return tables.job(claim.job().value()).filter(job -> job.heldBy(worker, claim)).orElse(null);
  }

  /** What is said of an execution on a worker. */
  record Of(long worker, Settlement settlement) {}

  Map<Claim, JobStatus> end(long worker, List<Settlement> settlements) {
    return end(settlements.stream().map(settlement -> new Of(worker, settlement)).toList());
  }

  /**
   * Ends those that still hold; then each run goes on once, in order of their ids.
   *
   * @return what each came to, before its run went on
   */
  Map<Claim, JobStatus> end(List<Of> all) {
    var accepted = new HashMap<Claim, JobStatus>();
    var byRun = new TreeMap<Long, List<Settlement>>();
    for (Of of : all) {
      Settlement settlement = of.settlement;
      ModelJob job = held(of.worker, settlement.claim());
      if (job != null) {
        ModelEnding.of(settlement).apply(tables, job, of.worker);
        accepted.put(settlement.claim(), job.status);
        byRun.computeIfAbsent(job.runId, r -> new ArrayList<>()).add(settlement);
      }
    }
    byRun.forEach((run, of) -> goOn(tables.run(run).orElseThrow(), of));
    return accepted;
  }

  /** The plan begins again without anything it had created; returns why it may not. */
  private @Nullable String restage(ModelRun run, ModelJob chunk) {
    ModelJob plan =
        tables.jobsOf(run).stream()
            .filter(job -> job.stage == Stage.PLAN)
            .filter(job -> job.ordinal == chunk.ordinal / MOST_CHILDREN)
            .findFirst()
            .orElseThrow();
    if (plan.status != JobStatus.COMPLETED) {
      return null;
    }
    plan.failures++;
    boolean forGood = plan.failures >= plan.maxAttempts;
    plan.status = forGood ? JobStatus.FAILED : JobStatus.PENDING;
    plan.endedAt = forGood ? (Long) tables.now() : null;
    plan.notBefore = chunk.notBefore;
    plan.error = chunk.error;
    plan.result = null;
    var gone = new HashSet<Long>();
    for (ModelJob job : tables.jobsOf(run)) {
      if (job.stage == Stage.CHUNK && job.ordinal / MOST_CHILDREN == plan.ordinal) {
        gone.add(job.id);
      }
    }
    tables.jobs.removeIf(job -> gone.contains(job.id));
    tables.attempts.removeIf(row -> gone.contains(row.jobId));
    tables.lines.removeIf(row -> gone.contains(row.jobId));
    tables.outputs.removeIf(row -> gone.contains(row.jobId) || row.jobId == plan.id);
    tables.event(
        run,
        plan.id,
        forGood ? "job_failed" : "restaged",
        ModelText.json(Map.of("chunks", gone.size(), "error", String.valueOf(chunk.error))));
    tables.told(plan);
    return forGood ? chunk.error : null;
  }

  private void goOn(ModelRun run, List<Settlement> settlements) {
    String firstError = null;
    var restaged = new ArrayList<ModelJob>();
    for (Settlement settlement : settlements) {
      ModelJob job = tables.job(settlement.claim().job().value()).orElseThrow();
      boolean chunk = job.stage == Stage.CHUNK && job.status != JobStatus.CANCELLED;
      if (settlement instanceof Settlement.Restaged && chunk) {
        restaged.add(job);
      } else if (job.error != null) {
        boolean forGood = job.status == JobStatus.FAILED;
        tables.event(
            run,
            job.id,
            forGood ? "job_failed" : "job_retry",
            ModelText.json(Map.of("epoch", job.epoch, "error", job.error)));
        firstError = firstError == null && forGood ? job.error : firstError;
      }
      if (settlement instanceof Settlement.Completed done) {
        tables.create(run, Stage.CHUNK, job.ordinal * MOST_CHILDREN, done.children());
        done.outputs()
            .forEach(output -> tables.outputs.add(new ModelHistory.OutputRow(job, output)));
      }
    }
    for (ModelJob chunk : restaged) {
      String error = restage(run, chunk);
      firstError = firstError == null ? error : firstError;
    }
    gate.decide(run, firstError);
    settlements.forEach(s -> tables.job(s.claim().job().value()).ifPresent(tables::told));
  }
}
