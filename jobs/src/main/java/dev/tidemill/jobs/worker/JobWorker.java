package dev.tidemill.jobs.worker;

import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.core.time.Waiter;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.permit.Permits;
import dev.tidemill.jobs.state.WorkerStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * A worker process's share of the durable path: the threads around {@link WorkerCore}.
 *
 * <p>All of them are platform threads: code of jobs may keep every carrier of virtual threads busy,
 * and then the signs of life would come too late.
 */
public final class JobWorker extends BaseService {
  private static final Logger log = LoggerFactory.getLogger(JobWorker.class);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration REGISTER_LIMIT = Duration.ofSeconds(30);
  private static final Duration TELL_LIMIT = Duration.ofSeconds(10);

  final WorkerSettings settings;
  final Handlers handlers;
  final JobLeases leases;
  final Permits permits;
  final TimeSource time;
  final WorkerMetrics metrics;
  private final Runnable upkeepDue;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition startable = lock.newCondition();
  private final Map<Queue, Waiter> room = new EnumMap<>(Queue.class);
  private final Map<Claim, Execution> executions = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private WorkerCore core;
  private SettleLoop settleLoop;
  private HeartbeatLoop heartbeats;
  private KeptOpen keptOpen;
  private volatile @Nullable WorkerLease lease;
  private volatile boolean claiming;
  private volatile boolean ended;

  /**
   * @param upkeepDue called when a heartbeat says that nobody does upkeep
   */
  public JobWorker(
      WorkerSettings settings,
      Handlers handlers,
      JobLeases leases,
      Permits permits,
      TimeSource time,
      WorkerMetrics metrics,
      Runnable upkeepDue) {
    super("worker " + settings.name());
    this.settings = settings;
    this.handlers = handlers;
    this.leases = leases;
    this.permits = permits;
    this.time = time;
    this.metrics = metrics;
    this.upkeepDue = upkeepDue;
    for (Queue queue : Queue.values()) {
      room.put(queue, new Waiter(time));
    }
    this.core = newCore();
    this.settleLoop = new SettleLoop(this);
    this.heartbeats = new HeartbeatLoop(this);
    this.keptOpen = new KeptOpen(leases, time, this::over);
  }

  private WorkerCore newCore() {
    var plan =
        new WorkerPlan(
            settings.slots(),
            settings.batch(),
            settings.ahead(),
            handlers.types(),
            Set.copyOf(settings.capabilities()),
            WorkerPlan.DEFAULT_RETRY,
            WorkerPlan.DEFAULT_UNWIND);
    return new WorkerCore(plan, handlers::child, RandomGenerator.getDefault());
  }

  @Override
  protected void open() {
    core = newCore();
    settleLoop = new SettleLoop(this);
    heartbeats = new HeartbeatLoop(this);
    keptOpen = new KeptOpen(leases, time, this::over);
    ended = false;
    claiming = true;
    lease = register();
    start("heartbeat", heartbeats);
    start("settle", settleLoop);
    start("kept-open", keptOpen);
    handlers.types().keySet().forEach(queue -> start("claim-" + queue.word(), () -> claims(queue)));
    for (int i = 0; i < settings.slots(); i++) {
      start("slot-" + i, this::executions);
    }
  }

  /** Whoever has the leases may be starting at the same time, so it gets a while to answer. */
  private WorkerLease register() {
    Duration end = time.monotonic().plus(REGISTER_LIMIT);
    for (int failures = 1; ; failures++) {
      try {
        return leases.register(settings.hello(handlers));
      } catch (TidemillException e) {
        boolean away = e.code().type() == ErrorType.EXTERNAL;
        if (!away || time.monotonic().compareTo(end) > 0) {
          throw e;
        }
        log.warn("Not registered yet: {}", e.getMessage());
        try {
          time.sleep(SettleLoop.AFTER_FAILURE.after(failures, RandomGenerator.getDefault()));
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
          throw e;
        }
      }
    }
  }

  /** Stop claiming, finish or hand back, tell the store, and only then fall silent. */
  @Override
  protected void close() {
    claiming = false;
    tell(WorkerCore::stopRequested);
    handlers.types().keySet().forEach(this::wake);
    heartbeats.wake();
    try {
      if (!awaitEmpty(settings.grace())) {
        log.info("{} jobs still run after {}; they are handed back", running(), settings.grace());
        tell(c -> c.graceOver(time.monotonic()));
        if (!awaitEmpty(WorkerPlan.DEFAULT_UNWIND)) {
          tell(WorkerCore::giveUpRunning);
          awaitTold();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ended = true;
    endThreads();
    leave();
  }

  /** Everything goes back now, whatever runs; for a second signal. */
  public void abandon() {
    leave();
  }

  private void leave() {
    WorkerLease mine = lease;
    lease = null;
    if (mine == null) {
      return;
    }
    try {
      leases.stop(mine);
    } catch (TidemillException e) {
      log.warn(
          "The store was not told that {} stops; what it held is taken back in {}",
          mine.name(),
          mine.length());
    }
  }

  /** The load of this machine changed. */
  public void loaded(Load now) {
    tell(c -> c.loaded(now));
    roomMayHaveGrown();
    metrics.load(
        switch (now) {
          case NORMAL -> 0;
          case WARNING -> 1;
          case CRITICAL -> 2;
        });
  }

  public WorkerSettings settings() {
    return settings;
  }

  public WorkerStatus status() {
    return ask(WorkerCore::status);
  }

  public int running() {
    return ask(WorkerCore::running);
  }

  /** Ends of executions that the store does not know of yet. */
  public int untold() {
    return ask(WorkerCore::untold);
  }

  // For the loops.

  boolean over() {
    return ended;
  }

  @Nullable WorkerLease lease() {
    return lease;
  }

  void registerAnew() {
    lease = leases.register(settings.hello(handlers));
    log.info("{} is registered anew", settings.name());
  }

  void upkeepDue() {
    upkeepDue.run();
  }

  List<Execution> executing() {
    return List.copyOf(executions.values());
  }

  <T> T ask(Function<WorkerCore, T> question) {
    lock.lock();
    try {
      return question.apply(core);
    } finally {
      lock.unlock();
    }
  }

  /** Tells the core what happened, and does what follows from it. */
  void tell(Consumer<WorkerCore> what) {
    List<WorkerCore.Interruption> interruptions;
    boolean allTold;
    lock.lock();
    try {
      what.accept(core);
      interruptions = core.interruptions();
      allTold = core.allTold();
    } finally {
      lock.unlock();
    }
    for (WorkerCore.Interruption due : interruptions) {
      Execution execution = executions.get(due.claim());
      if (execution != null) {
        log.info("{} is told to stop: {}", due.claim().job(), due.reason());
        execution.interrupt();
      }
    }
    if (!allTold) {
      settleLoop.wake();
    }
  }

  /** Only after a claim: a slot that has just become free looks for itself. */
  private void startWaiting(int jobs) {
    lock.lock();
    try {
      for (int i = 0; i < Math.min(jobs, settings.slots()); i++) {
        startable.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A job has ended or its end was told: whoever waits for room should look. */
  void roomMayHaveGrown() {
    room.values().forEach(Waiter::wake);
  }

  void wake(Queue queue) {
    waiter(queue).wake();
    permits.wake(queue);
  }

  private Waiter waiter(Queue queue) {
    return Objects.requireNonNull(room.get(queue));
  }

  // Claiming.

  private void claims(Queue queue) {
    int failures = 0;
    while (claiming) {
      try {
        if (failures > 0) {
          waiter(queue)
              .await(SettleLoop.AFTER_FAILURE.after(failures, RandomGenerator.getDefault()));
        }
        switch (ask(c -> c.nextStep(queue))) {
          case WorkerCore.Step.Claim(var request) ->
              failures = claim(request, null) ? 0 : failures + 1;
          case WorkerCore.Step.AwaitRoom() -> waiter(queue).await(LOOK_AGAIN);
          case WorkerCore.Step.AwaitHint() -> failures = onPermit(queue) ? 0 : failures + 1;
        }
      } catch (InterruptedException e) {
        if (!claiming) {
          return;
        }
      } catch (RuntimeException e) {
        // Whatever it was: a worker that has silently stopped claiming looks like an idle one.
        failures++;
        log.error("Looking for work in {} failed and is tried again", queue.word(), e);
      }
    }
  }

  private boolean onPermit(Queue queue) throws InterruptedException {
    Optional<Permits.Permit> permit = permits.take(queue, LOOK_AGAIN);
    if (permit.isEmpty()) {
      return true;
    }
    Optional<ClaimRequest> request =
        ask(
            c -> {
              c.hinted(queue);
              return c.nextClaim(queue);
            });
    if (request.isEmpty()) {
      permit.get().giveBack();
      return true;
    }
    return claim(request.get(), permit.get());
  }

  private boolean claim(ClaimRequest request, Permits.@Nullable Permit permit) {
    WorkerLease mine = lease;
    try {
      List<ClaimedJob> jobs = mine == null ? List.of() : leases.claim(mine, request);
      tell(c -> c.claimed(request, jobs));
      startWaiting(jobs.size());
      if (permit != null) {
        permit.used();
      }
      ask(WorkerCore::passOn).forEach(permits::ring);
      return true;
    } catch (RuntimeException e) {
      log.warn("Claiming from {} failed: {}", request.queue().word(), e.getMessage());
      log.debug("Claiming failed", e);
      tell(c -> c.claimFailed(request));
      if (permit != null) {
        permit.giveBack();
      }
      return false;
    }
  }

  // Running.

  private void executions() {
    while (!ended) {
      try {
        Optional<ClaimedJob> job = nextStart();
        job.ifPresent(this::execute);
      } catch (InterruptedException e) {
        if (ended) {
          return;
        }
      }
    }
  }

  private Optional<ClaimedJob> nextStart() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Optional<ClaimedJob> job = core.nextStart(time.monotonic());
      while (job.isEmpty() && !ended) {
        if (!startable.await(1, TimeUnit.MINUTES)) {
          log.trace("Nothing to start for a minute");
        }
        job = core.nextStart(time.monotonic());
      }
      return job;
    } finally {
      lock.unlock();
    }
  }

  private void execute(ClaimedJob job) {
    Claim claim = job.claim();
    var execution = new Execution(job, leases, time, () -> ask(c -> c.stopReason(claim)));
    executions.put(claim, execution);
    Duration began = time.monotonic();
    JobOutcome outcome;
    try (var worker = MDC.putCloseable("worker_id", settings.name());
        var run = MDC.putCloseable("run_id", job.run().toString());
        var id = MDC.putCloseable("job_id", job.id().toString())) {
      outcome = HandlerCall.run(handlers, job, execution);
    }
    execution.over();
    keepOpen(execution, outcome);
    Duration now = time.monotonic();
    metrics.ran(job.type().name(), now.minus(began));
    settleLoop.keep(execution, job.type().name());
    executions.remove(claim);
    tell(c -> c.ended(claim, outcome, now));
    roomMayHaveGrown();
  }

  private void keepOpen(Execution execution, JobOutcome outcome) {
    List<AutoCloseable> sessions = execution.kept();
    if (sessions.isEmpty()) {
      return;
    }
    keptOpen.keep(execution.run(), sessions, outcome instanceof JobOutcome.Done);
  }

  // Ending.

  private boolean awaitEmpty(Duration limit) throws InterruptedException {
    return await(c -> c.empty() && keptOpen.isEmpty(), limit);
  }

  private void awaitTold() throws InterruptedException {
    if (!await(WorkerCore::allTold, TELL_LIMIT)) {
      log.warn("The store could not be told how the last jobs ended; they are run again");
    }
  }

  private boolean await(Predicate<WorkerCore> what, Duration limit) throws InterruptedException {
    var waiter = new Waiter(time);
    Duration end = time.monotonic().plus(limit);
    while (!ask(what::test)) {
      Duration left = end.minus(time.monotonic());
      if (left.isNegative() || left.isZero()) {
        return false;
      }
      waiter.await(left.compareTo(POLL) < 0 ? left : POLL);
    }
    return true;
  }

  private void start(String role, Runnable body) {
    Thread thread = Thread.ofPlatform().name(role).daemon().unstarted(body);
    threads.add(thread);
    thread.start();
  }

  private void endThreads() {
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      try {
        if (!thread.join(Duration.ofSeconds(5))) {
          log.warn("{} does not end; its job was handed back", thread.getName());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    threads.clear();
  }
}
