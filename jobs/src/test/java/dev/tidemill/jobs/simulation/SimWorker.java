package dev.tidemill.jobs.simulation;

import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.StopReason;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.worker.WorkerCore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One process: a real {@link WorkerCore} and, for its threads, events. */
final class SimWorker {
  private static final Duration BEAT = Duration.ofSeconds(5);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Duration GRACE = Duration.ofSeconds(10);

  final String name;
  private final World world;
  private final Duration offset;
  private final List<String> capabilities;
  private final List<Runnable> backlog = new ArrayList<>();
  private final Map<Claim, Running> running = new HashMap<>();
  private final Set<Claim> seen = new HashSet<>();
  private final Set<Claim> voided = new HashSet<>();
  private WorkerCore core;
  private @Nullable WorkerLease lease;
  private int life;
  private int incarnation;
  private boolean up;
  private boolean paused;
  private boolean going;

  /** Code of a job. */
  private static final class Running {
    final Behaviour behaviour;
    boolean told;
    boolean over;

    Running(Behaviour behaviour) {
      this.behaviour = behaviour;
    }
  }

  SimWorker(World world, String name, Duration offset, List<String> capabilities) {
    this.capabilities = capabilities;
    this.world = world;
    this.name = name;
    this.offset = offset;
    this.core = world.newCore(capabilities);
  }

  boolean up() {
    return up;
  }

  // Its life.

  void start() {
    life++;
    up = true;
    paused = false;
    going = false;
    backlog.clear();
    running.clear();
    seen.clear();
    voided.clear();
    lease = null;
    core = world.newCore(capabilities);
    world.story.tell("%s starts", name);
    register(this::beat);
  }

  /** Everything in memory is gone. */
  void crash() {
    world.story.tell("%s crashes", name);
    up = false;
    life++;
  }

  void pause() {
    world.story.tell("%s is stopped in its tracks", name);
    paused = true;
  }

  void resume() {
    if (paused) {
      world.story.tell("%s goes on", name);
      paused = false;
      List<Runnable> missed = List.copyOf(backlog);
      backlog.clear();
      missed.forEach(Runnable::run);
    }
  }

  /** SIGTERM. */
  void goDown() {
    if (!up || going) {
      return;
    }
    world.story.tell("%s is asked to go", name);
    going = true;
    tell(core::stopRequested);
    after(GRACE, () -> tell(() -> core.graceOver(now())));
    after(GRACE.plusSeconds(10), () -> tell(core::giveUpRunning));
    after(GRACE.plusSeconds(20), this::leave);
  }

  private void leave() {
    up = false;
    life++;
    WorkerLease mine = lease;
    if (mine != null) {
      world.call(name + " leaves", () -> world.leases.leave(mine), left -> {}, () -> {});
    }
  }

  // Events.

  private Duration now() {
    return world.time.monotonic().plus(offset);
  }

  /** Whatever reaches this process: not after its end, and later when it is paused. */
  private void reach(int whose, Runnable event) {
    if (whose != life || !up) {
      return;
    }
    if (paused) {
      backlog.add(() -> reach(whose, event));
    } else {
      event.run();
    }
  }

  private void after(Duration delay, Runnable event) {
    int whose = life;
    world.time.schedule(delay, () -> reach(whose, event));
  }

  void hinted(Queue queue) {
    reach(life, () -> tell(() -> core.hinted(queue)));
  }

  private void register(Runnable then) {
    int whose = life;
    var hello =
        new WorkerHello(
            name + "-" + life + "-" + incarnation++,
            name,
            null,
            "host",
            1,
            "test",
            World.SLOTS,
            capabilities,
            World.TYPE_NAMES,
            World.LEASE);
    world.<Optional<WorkerLease>>call(
        name + " registers",
        () -> world.leases.register(hello),
        answer ->
            reach(
                whose,
                () -> {
                  answer.ifPresent(given -> lease = given);
                  if (answer.isPresent()) {
                    then.run();
                  } else {
                    after(AFTER_FAILURE, () -> register(then));
                  }
                }),
        () -> reach(whose, () -> after(AFTER_FAILURE, () -> register(then))));
  }

  private void beat() {
    int whose = life;
    WorkerLease mine = lease;
    if (mine == null) {
      return;
    }
    boolean underWay = core.claimsUnderWay();
    var beat = core.beat("[]");
    world.call(
        name + "'s heartbeat",
        () -> world.leases.heartbeat(mine, beat),
        answer -> reach(whose, () -> beaten(answer, underWay)),
        () -> reach(whose, () -> after(AFTER_FAILURE, this::beat)));
  }

  private void beaten(HeartbeatAnswer answer, boolean underWay) {
    tell(() -> core.beaten(answer, underWay, now()));
    for (Claim lost : answer.lost()) {
      Running code = running.get(lost);
      world.audit.require(code == null || code.told, "%s lets %s run on, though lost", name, lost);
    }
    if (answer.leaseLost()) {
      world.story.tell("%s learns that it was taken for dead", name);
      for (Map.Entry<Claim, Running> code : running.entrySet()) {
        boolean late = !seen.contains(code.getKey());
        world.audit.require(
            late || code.getValue().told, "%s lets %s run on, its lease lost", name, code.getKey());
      }
      voided.addAll(seen);
      register(() -> after(Duration.ofMillis(1), this::beat));
    } else {
      after(BEAT, this::beat);
    }
  }

  // What follows from what happened.

  private void tell(Runnable what) {
    what.run();
    for (WorkerCore.Interruption due : core.interruptions()) {
      interrupt(due);
    }
    Optional<ClaimedJob> next = core.nextStart(now());
    while (next.isPresent()) {
      run(next.get());
      next = core.nextStart(now());
    }
    settle();
    for (Queue queue : Queue.values()) {
      core.nextClaim(queue).ifPresent(this::claim);
    }
    core.passOn().forEach(queue -> world.permits.ring(queue, Duration.ZERO));
  }

  private void claim(ClaimRequest request) {
    int whose = life;
    WorkerLease mine = lease;
    if (mine == null) {
      after(AFTER_FAILURE, () -> tell(() -> core.claimFailed(request)));
      return;
    }
    world.call(
        name + "'s claim",
        () -> world.leases.claim(mine, request),
        jobs ->
            reach(
                whose,
                () -> {
                  jobs.forEach(job -> seen.add(job.claim()));
                  tell(() -> core.claimed(request, jobs));
                }),
        () ->
            reach(whose, () -> after(AFTER_FAILURE, () -> tell(() -> core.claimFailed(request)))));
  }

  private void settle() {
    List<Settlement> batch = core.nextSettle();
    if (batch.isEmpty()) {
      return;
    }
    for (Settlement settlement : batch) {
      world.audit.require(
          !voided.contains(settlement.claim()),
          "%s settles %s of a lease it lost",
          name,
          settlement.claim());
    }
    int whose = life;
    WorkerLease mine = lease;
    if (mine == null) {
      after(AFTER_FAILURE, () -> tell(() -> core.settleFailed(batch)));
      return;
    }
    world.call(
        name + "'s settlement",
        () -> world.leases.settle(mine, batch),
        answers -> reach(whose, () -> tell(() -> core.settled(batch, answers))),
        () -> reach(whose, () -> after(AFTER_FAILURE, () -> tell(() -> core.settleFailed(batch)))));
  }

  private void run(ClaimedJob job) {
    var code = new Running(world.behaviour(job));
    running.put(job.claim(), code);
    world.story.tell("%s runs %s %s %s", name, job.id(), job.epoch(), code.behaviour);
    after(code.behaviour.takes(), () -> end(job.claim(), code, code.behaviour.outcome()));
    core.nextDeadline()
        .ifPresent(at -> after(at.minus(now()), () -> tell(() -> core.timePassed(now()))));
  }

  private void interrupt(WorkerCore.Interruption due) {
    Running code = running.get(due.claim());
    if (code == null) {
      return;
    }
    code.told = true;
    world.story.tell("%s interrupts %s: %s", name, due.claim().job(), due.reason());
    if (code.behaviour.listens()) {
      JobOutcome outcome = new JobOutcome.HandBack(null);
      after(Duration.ofMillis(50), () -> end(due.claim(), code, outcome));
    } else if (due.reason() == StopReason.TIMED_OUT) {
      after(World.UNWIND, () -> tell(() -> core.timePassed(now())));
    }
  }

  private void end(Claim claim, Running code, JobOutcome outcome) {
    if (!code.over) {
      code.over = true;
      running.remove(claim);
      tell(() -> core.ended(claim, outcome, now()));
    }
  }
}
