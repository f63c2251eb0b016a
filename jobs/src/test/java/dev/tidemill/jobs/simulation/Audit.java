package dev.tidemill.jobs.simulation;

import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunEvent;
import dev.tidemill.jobs.RunFilter;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.state.Tally;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** What must be true of the store after every step, and at the end. */
final class Audit {
  private final JobIntake store;
  private final Map<String, Integer> limits;
  private final Map<RunId, Integer> execs = new HashMap<>();
  private final Map<JobId, Integer> completions = new HashMap<>();
  private final Set<JobId> failing = new HashSet<>();
  private Map<JobId, JobView> last = new HashMap<>();
  private boolean anyMayFail;
  private boolean retrying;

  Audit(JobIntake store, Map<String, Integer> limits) {
    this.store = store;
    this.limits = limits;
  }

  @SuppressWarnings("AnnotateFormatMethod")
  void require(boolean holds, String form, Object... about) {
    if (!holds) {
      throw new AssertionError(form.formatted(about));
    }
  }

  /** A job as it stood before the call that is being looked at. */
  JobView before(JobId job) {
    return Objects.requireNonNull(last.get(job), job::toString);
  }

  /** What the store takes for a worker's. */
  List<Claim> heldBy(String worker) {
    return last.values().stream()
        .filter(job -> job.status() == JobStatus.CLAIMED && worker.equals(job.worker()))
        .map(job -> new Claim(job.id(), job.run(), job.epoch()))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  void submitted(RunId run, int behindTheGate) {
    execs.put(run, behindTheGate);
  }

  void settled(Settlement accepted) {
    if (accepted instanceof Settlement.Completed) {
      completions.merge(accepted.claim().job(), 1, Integer::sum);
    }
    if (accepted instanceof Settlement.Failed) {
      failing.add(accepted.claim().job());
    }
  }

  void afterReclaim() {
    anyMayFail = true;
    look();
  }

  void afterRetry() {
    retrying = true;
    look();
  }

  void look() {
    List<JobView> jobs = store.jobs(JobFilter.ALL, Page.first(1000));
    var now = new HashMap<JobId, JobView>();
    var byRun = new HashMap<RunId, List<JobView>>();
    var running = new HashMap<String, Integer>();
    for (JobView job : jobs) {
      now.put(job.id(), job);
      byRun.computeIfAbsent(job.run(), r -> new ArrayList<>()).add(job);
      JobView before = last.get(job.id());
      if (before != null) {
        moved(before, job);
      }
      require(job.failures() <= job.maxAttempts(), "%s failed too often", job.id());
      if (job.status() == JobStatus.CLAIMED && job.key() != null) {
        int count = running.merge(job.key(), 1, Integer::sum);
        require(count <= limits.getOrDefault(job.key(), 99), "key %s is overrun", job.key());
      }
    }
    require(now.keySet().containsAll(last.keySet()), "a job is gone");
    for (RunView run : store.runs(RunFilter.ALL, Page.first(1000))) {
      counted(run, byRun.getOrDefault(run.id(), List.of()));
    }
    last = now;
    failing.clear();
    anyMayFail = false;
    retrying = false;
  }

  private void moved(JobView before, JobView job) {
    require(job.epoch().compareTo(before.epoch()) >= 0, "%s: its epoch fell", job.id());
    if (before.status() == JobStatus.COMPLETED) {
      require(job.status() == JobStatus.COMPLETED, "%s was completed", job.id());
      require(job.epoch().equals(before.epoch()), "%s was completed and runs again", job.id());
    }
    if (before.status() != job.status()) {
      require(
          reachable(before.status(), job.status()),
          "%s: %s to %s",
          job.id(),
          before.status(),
          job.status());
    }
    int more = job.failures() - before.failures();
    if (more > 0) {
      boolean explained = failing.contains(job.id()) || anyMayFail;
      require(more == 1 && explained, "%s: a failure was counted for nothing", job.id());
    }
    require(more >= 0 || retrying, "%s: failures were forgotten", job.id());
  }

  /** In one step, or in two where a job is given back and then cancelled with its run. */
  private static boolean reachable(JobStatus from, JobStatus to) {
    for (JobStatus.Event first : JobStatus.Event.values()) {
      var via = JobStatus.TABLE.next(from, first);
      if (via.isPresent() && via.get() == to) {
        return true;
      }
      boolean cancelled =
          via.isPresent()
              && to == JobStatus.CANCELLED
              && JobStatus.TABLE.next(via.get(), JobStatus.Event.CANCEL).isPresent();
      if (cancelled) {
        return true;
      }
    }
    return false;
  }

  private void counted(RunView run, Collection<JobView> jobs) {
    Tally tally = Tally.NONE;
    boolean staged = true;
    for (JobView job : jobs) {
      tally = tally.created(job.stage(), 1);
      if (job.status().ended()) {
        tally = tally.ended(job.stage(), job.status(), 1);
      }
      staged &= job.stage() == Stage.EXEC || job.status() == JobStatus.COMPLETED;
    }
    require(tally.equals(run.tally()), "%s says %s, counted %s", run.id(), run.tally(), tally);
    int expected = execs.getOrDefault(run.id(), tally.execs());
    if (tally.plans() > 0 && tally.execs() > 0) {
      require(staged, "%s: the gate opened too early", run.id());
      require(tally.execs() == expected, "%s: %d execs", run.id(), tally.execs());
    }
    if (run.status() == RunStatus.COMPLETED) {
      require(tally.done() == tally.total(), "%s is completed, not all its jobs are", run.id());
      require(tally.execs() == expected, "%s is completed without its last stage", run.id());
    }
  }

  boolean allEnded() {
    return store.runs(RunFilter.ALL, Page.first(1000)).stream()
        .allMatch(run -> run.status().ended() && run.tally().open() == 0);
  }

  void atTheEnd() {
    look();
    for (RunView run : store.runs(RunFilter.ALL, Page.first(1000))) {
      require(run.status().ended(), "%s never ended: %s %s", run.id(), run.status(), run.tally());
      require(run.tally().open() == 0, "%s has open jobs", run.id());
      history(run);
    }
    for (JobView job : last.values()) {
      int expected = job.status() == JobStatus.COMPLETED ? 1 : 0;
      int counted = completions.getOrDefault(job.id(), 0);
      require(counted == expected, "%s is %s, completed %d times", job.id(), job.status(), counted);
    }
  }

  private void history(RunView run) {
    RunStatus at = RunStatus.PENDING;
    int gates = 0;
    for (RunEvent event : store.events(run.id(), 0, 1000)) {
      if (event.kind().equals("retried")) {
        at = RunStatus.PENDING;
      } else if (event.job() == null && !event.kind().equals("pending")) {
        RunStatus to = RunStatus.valueOf(event.kind().toUpperCase(Locale.ROOT));
        RunStatus from = at;
        boolean legal =
            List.of(RunStatus.Event.values()).stream()
                .anyMatch(e -> RunStatus.TABLE.next(from, e).filter(to::equals).isPresent());
        require(legal, "%s went from %s to %s", run.id(), from, to);
        gates += to == RunStatus.READY ? 1 : 0;
        at = to;
      }
    }
    require(gates <= 1, "the gate of %s opened %d times", run.id(), gates);
  }
}
