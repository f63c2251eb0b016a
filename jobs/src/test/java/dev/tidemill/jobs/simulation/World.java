package dev.tidemill.jobs.simulation;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.ChildJob;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.JobUpkeep;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.StoreUnderTest;
import dev.tidemill.jobs.WorkerView;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.worker.WorkerCore;
import dev.tidemill.jobs.worker.WorkerPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Everybody who is there, and what befalls them. */
final class World {
  static final Duration LEASE = Duration.ofSeconds(15);
  static final Duration UNWIND = Duration.ofSeconds(10);
  static final int SLOTS = 2;
  static final JobType TYPE = JobType.of("work");
  static final List<String> TYPE_NAMES = List.of(TYPE.toString());
  private static final Duration UPKEEP = Duration.ofSeconds(5);
  private static final Duration TROUBLE = Duration.ofMinutes(2);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofMinutes(40);
  private static final Map<String, Integer> LIMITS = Map.of("api", 2);

  final SimulatedTime time;
  final Story story;
  final Audit audit;
  final AuditedLeases leases;
  final PermitChannel permits;
  private final StoreUnderTest store;
  private final boolean awayThrows;
  private final Random random;
  private final Network network;
  private final List<SimWorker> workers = new ArrayList<>();
  private final List<RunId> runs = new ArrayList<>();
  private Duration troubleUntil = Duration.ZERO;
  private Duration awaySince = Duration.ZERO;
  private Duration jumpedAt = Duration.ZERO;
  private boolean healed;
  private boolean ended;

  /**
   * @param awayThrows the store itself can be told not to answer
   */
  World(long seed, SimulatedTime time, StoreUnderTest store, boolean awayThrows) {
    this.time = time;
    this.store = store;
    this.awayThrows = awayThrows;
    this.random = new Random(seed);
    this.story = new Story(time);
    this.audit = new Audit(store.intake(), LIMITS);
    this.leases = new AuditedLeases(this, store.leases());
    this.network = new Network(time, random, story);
    this.permits = new PermitChannel(time, random, workers);
  }

  /** Plays until everything has ended; throws when something is not as it must be. */
  void play() {
    Duration began = time.monotonic();
    int count = random.nextInt(1, 5);
    for (int i = 0; i < count; i++) {
      List<String> has = i == 0 || random.nextBoolean() ? List.of("gpu") : List.of();
      Duration offset = Duration.ofMinutes(random.nextInt(60));
      var worker = new SimWorker(this, "w" + i, offset, has);
      workers.add(worker);
      worker.start();
    }
    for (int i = random.nextInt(1, 3); i > 0; i--) {
      JobUpkeep one = store.newUpkeep();
      time.schedule(Duration.ofMillis(random.nextInt(5000)), () -> upkeep(one));
    }
    submit();
    time.schedule(Duration.ofSeconds(1), this::trouble);
    time.schedule(TROUBLE, this::heal);
    Duration next = TROUBLE;
    while (!(healed && ended)) {
      audit.require(
          time.monotonic().minus(began).compareTo(PATIENCE) < 0, "it does not come to an end");
      step();
      if (time.monotonic().minus(began).compareTo(next) > 0) {
        next = next.plus(LOOK_EVERY);
        ended = audit.allEnded();
      }
    }
    audit.atTheEnd();
  }

  /** One moment at a time, so that the story ends where it went wrong. */
  private void step() {
    try {
      time.advanceToNext();
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof AssertionError wrong) {
        throw wrong;
      }
      throw e;
    }
  }

  <T> void call(String what, Supplier<T> effect, Consumer<T> answered, Runnable failed) {
    network.call(what, effect, answered, failed);
  }

  WorkerCore newCore(List<String> capabilities) {
    var plan =
        new WorkerPlan(
            SLOTS,
            random.nextInt(1, 4),
            0,
            Map.of(Queue.EXEC, Set.of(TYPE), Queue.STAGE, Set.of(TYPE)),
            Set.copyOf(capabilities),
            WorkerPlan.DEFAULT_RETRY,
            UNWIND);
    return new WorkerCore(plan, child -> job(Queue.STAGE), new Random(random.nextLong()));
  }

  Behaviour behaviour(ClaimedJob job) {
    int luck = random.nextInt(100);
    Duration takes = Duration.ofMillis(random.nextInt(100, luck % 10 == 0 ? 40_000 : 4_000));
    JobOutcome outcome;
    if (luck < 8) {
      outcome = new JobOutcome.Park(Duration.ofSeconds(random.nextInt(10)), "{}");
    } else if (luck < 20) {
      outcome = new JobOutcome.Fail(Problem.of(CoreError.UNAVAILABLE, "broken"), luck > 9);
    } else {
      var children = new ArrayList<ChildJob>();
      for (int i = job.stage() == Stage.PLAN ? random.nextInt(4) : 0; i > 0; i--) {
        children.add(new ChildJob(TYPE, "{}"));
      }
      outcome = new JobOutcome.Done(List.of(), children, null);
    }
    return new Behaviour(takes, outcome, random.nextInt(5) > 0);
  }

  // Those who look after it all.

  private void upkeep(JobUpkeep one) {
    time.schedule(UPKEEP, () -> upkeep(one));
    if (network.cut() && !awayThrows) {
      return;
    }
    try {
      if (one.turn(Duration.ofMillis(4500))) {
        reclaim(one);
        one.failOverdue();
        one.repairGates();
        audit.look();
        one.due().forEach(queue -> permits.ring(queue, Duration.ZERO));
      }
    } catch (TidemillException e) {
      audit.require(network.cut(), "upkeep failed: %s", e);
    }
  }

  private void reclaim(JobUpkeep one) {
    var before = new HashSet<Long>();
    store.fleet().workers(false).stream().map(WorkerView::id).forEach(before::add);
    JobUpkeep.Reclaimed taken = one.reclaim();
    store.fleet().workers(false).stream().map(WorkerView::id).forEach(before::remove);
    for (long gone : before) {
      boolean silent = leases.silence(gone).compareTo(LEASE) >= 0;
      boolean quiet = time.monotonic().minus(troubleUntil).compareTo(LEASE) >= 0;
      audit.require(
          silent && quiet,
          "worker %d was taken for dead too soon, silent for %s",
          gone,
          leases.silence(gone));
    }
    if (taken.workers() + taken.returned() > 0) {
      story.tell("upkeep reclaims: %s", taken);
    }
    audit.afterReclaim();
  }

  // Those who want something.

  private JobSpec job(Queue queue) {
    JobSpec job =
        JobSpec.of(TYPE, "{}")
            .queue(queue)
            .limits(new JobLimits(Duration.ofSeconds(20), random.nextInt(1, 5)));
    job = random.nextInt(4) == 0 ? job.key("api") : job;
    job = random.nextInt(6) == 0 ? job.requires("gpu") : job;
    job = random.nextInt(6) == 0 ? job.delay(Duration.ofSeconds(random.nextInt(10))) : job;
    return random.nextInt(4) == 0 ? job.priority(random.nextInt(90, 110)) : job;
  }

  private List<JobSpec> jobs(int count, Queue queue) {
    var jobs = new ArrayList<JobSpec>();
    for (int i = 0; i < count; i++) {
      jobs.add(job(queue));
    }
    return jobs;
  }

  private void submit() {
    List<JobSpec> execs = jobs(random.nextInt(1, 4), Queue.EXEC);
    RunSpec spec =
        random.nextBoolean()
            ? RunSpec.staged("test", jobs(random.nextInt(1, 3), Queue.STAGE), execs)
            : RunSpec.of("test", execs);
    spec = random.nextBoolean() ? spec.onJobFailure(OnJobFailure.LET_FINISH) : spec;
    spec =
        random.nextInt(6) == 0 ? spec.deadline(Duration.ofSeconds(random.nextInt(30, 200))) : spec;
    RunId run = store.intake().submit(spec.keyLimits(LIMITS)).run();
    story.tell("%s is submitted", run);
    audit.submitted(run, execs.size());
    runs.add(run);
    audit.look();
  }

  // What goes wrong.

  private void trouble() {
    if (healed) {
      return;
    }
    time.schedule(Duration.ofMillis(random.nextInt(200, 6000)), this::trouble);
    if (network.cut()) {
      return;
    }
    SimWorker worker = workers.get(random.nextInt(workers.size()));
    RunId run = runs.get(random.nextInt(runs.size()));
    switch (random.nextInt(13)) {
      case 0, 1, 2 -> submit();
      case 3 -> {
        story.tell("%s is to be cancelled", run);
        store.intake().cancel(run);
        audit.look();
      }
      case 4, 5 -> asked(() -> store.intake().retry(run));
      case 6 -> asked(() -> store.fleet().drain(worker.name));
      case 7 -> asked(() -> store.fleet().undrain(worker.name));
      case 8 -> {
        worker.crash();
        time.schedule(Duration.ofMillis(random.nextInt(30_000)), () -> restart(worker));
      }
      case 9 -> {
        worker.pause();
        time.schedule(Duration.ofMillis(random.nextInt(45_000)), worker::resume);
      }
      case 10 -> {
        worker.goDown();
        time.schedule(Duration.ofMillis(random.nextInt(25_000, 60_000)), () -> restart(worker));
      }
      case 11 -> outage();
      default -> {
        // Two between two looks of upkeep could make up for each other, and nobody would know.
        if (time.monotonic().minus(jumpedAt).compareTo(UPKEEP.multipliedBy(2)) < 0) {
          return;
        }
        jumpedAt = time.monotonic();
        int seconds = random.nextInt(60, 150) * (random.nextBoolean() ? 1 : -1);
        story.tell("the store's clock jumps by %d s", seconds);
        time.jumpWallClock(Duration.ofSeconds(seconds));
        troubleUntil = time.monotonic();
      }
    }
  }

  private void outage() {
    story.tell("the store is away");
    awaySince = time.monotonic();
    network.cut(true);
    away(true);
    time.schedule(Duration.ofMillis(random.nextInt(2_000, 50_000)), this::comeBack);
  }

  private void comeBack() {
    if (network.cut()) {
      story.tell("the store is back");
      network.cut(false);
      away(false);
      // A shorter one may pass between two looks of upkeep, and costs a worker few signs of life.
      if (time.monotonic().minus(awaySince).compareTo(UPKEEP.multipliedBy(2)) > 0) {
        troubleUntil = time.monotonic();
      }
    }
  }

  private void away(boolean now) {
    if (awayThrows) {
      store.away(now);
    }
  }

  private void asked(Runnable what) {
    try {
      what.run();
      audit.afterRetry();
    } catch (TidemillException e) {
      story.tell("refused: %s", e.code());
    }
  }

  private void restart(SimWorker worker) {
    if (!worker.up()) {
      worker.start();
    }
  }

  private void heal() {
    story.tell("nothing goes wrong from here");
    comeBack();
    network.heal();
    permits.heal();
    healed = true;
    workers.forEach(SimWorker::resume);
    // Those on their way out are followed by others.
    time.schedule(Duration.ofSeconds(40), this::everybodyIsThere);
    everybodyIsThere();
  }

  private void everybodyIsThere() {
    workers.forEach(this::restart);
    for (WorkerView view : store.fleet().workers(false)) {
      store.fleet().undrain(view.name());
    }
  }
}
