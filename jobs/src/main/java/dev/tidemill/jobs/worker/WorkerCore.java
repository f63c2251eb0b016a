package dev.tidemill.jobs.worker;

import dev.tidemill.core.job.ChildJob;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.StopReason;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.state.WorkerStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * What a worker does next, given what has happened. Methods in the past tense tell it what
 * happened; the others ask it what to do. Pure: no threads, no clock, no store. Not thread-safe.
 */
public final class WorkerCore {
  private static final int MOST_SETTLED_AT_ONCE = 500;

  /** Room for batches that are under way while the next ones gather. */
  private static final int MOST_UNTOLD = 4 * MOST_SETTLED_AT_ONCE;

  private final WorkerPlan plan;
  private final Outcomes outcomes;
  private final Pace pace;
  private final Map<Claim, Held> inHand = new LinkedHashMap<>();
  private final Deque<Held> waiting = new ArrayDeque<>();
  private final Deque<Settlement> toSettle = new ArrayDeque<>();
  private final Set<Queue> looking = EnumSet.allOf(Queue.class);
  private final Set<Queue> claiming = EnumSet.noneOf(Queue.class);
  private final Set<Queue> passOn = EnumSet.noneOf(Queue.class);
  private final List<Interruption> interruptions = new ArrayList<>();
  private Set<Claim> straysBefore = Set.of();
  private boolean settling;
  private boolean inFlightVoid;
  private boolean draining;
  private boolean stopping;
  private Load load = Load.NORMAL;
  private int running;
  private int untold;

  /**
   * @param children how a child of a job is to be run
   */
  public WorkerCore(WorkerPlan plan, Function<ChildJob, JobSpec> children, RandomGenerator random) {
    this.plan = plan;
    this.outcomes = new Outcomes(plan.retry(), children, random);
    this.pace = new Pace(plan.slots(), plan.ahead());
  }

  /** Code that should be interrupted. */
  public record Interruption(Claim claim, StopReason reason) {}

  // What happened.

  /** There may be work in the queue. */
  public void hinted(Queue queue) {
    looking.add(queue);
  }

  public void claimed(ClaimRequest request, List<ClaimedJob> jobs) {
    claiming.remove(request.queue());
    if (jobs.size() < request.max()) {
      looking.remove(request.queue());
    }
    for (ClaimedJob job : jobs) {
      var held = new Held(job);
      inHand.put(job.claim(), held);
      if (mayTake()) {
        waiting.add(held);
      } else {
        // The drain began while the claim was under way.
        handBack(held);
      }
    }
    if (looking.contains(request.queue()) && room() == 0) {
      passOn.add(request.queue());
    }
  }

  /** The claim may or may not have happened; if it has, its jobs come back as strays. */
  public void claimFailed(ClaimRequest request) {
    claiming.remove(request.queue());
  }

  public void ended(Claim claim, JobOutcome outcome, Duration now) {
    Held held = inHand.get(claim);
    if (held == null || !held.occupiesSlot()) {
      throw new IllegalStateException(claim + " ended but was not running");
    }
    running--;
    if (held.startedAt != null) {
      pace.ran(now.minus(held.startedAt));
    }
    if (held.state == Held.State.ABANDONED) {
      inHand.remove(claim);
      return;
    }
    Optional<Settlement> settlement = outcomes.settlement(held, outcome);
    if (settlement.isPresent()) {
      settle(held, settlement.get());
    } else {
      inHand.remove(claim);
    }
  }

  public void settled(List<Settlement> batch, List<SettleAnswer> answers) {
    settling = false;
    batch.forEach(settlement -> forget(settlement.claim()));
  }

  /** The store did not answer: the same is offered again, before anything newer. */
  public void settleFailed(List<Settlement> batch) {
    settling = false;
    if (inFlightVoid) {
      return;
    }
    batch.reversed().forEach(toSettle::addFirst);
  }

  /**
   * @param claimsUnderWay a claim was under way when the heartbeat was made, so what it calls stray
   *     may be about to arrive
   */
  public void beaten(HeartbeatAnswer answer, boolean claimsUnderWay, Duration now) {
    if (answer.leaseLost()) {
      leaseLost(now);
      return;
    }
    draining = answer.drain();
    if (draining) {
      handBackWaiting();
    }
    answer.lost().forEach(claim -> lose(claim, now));
    answer.cancel().forEach(claim -> stop(claim, StopReason.CANCELLED, now));
    looking.addAll(answer.due());
    Set<Claim> strays = new HashSet<>(answer.stray());
    strays.removeAll(inHand.keySet());
    for (Claim stray : strays) {
      boolean settlingAlready =
          toSettle.stream().anyMatch(settlement -> settlement.claim().equals(stray));
      if (straysBefore.contains(stray) && !settlingAlready) {
        toSettle.add(new Settlement.HandedBack(stray, null));
      }
    }
    straysBefore = claimsUnderWay ? Set.of() : strays;
  }

  /** The store took the worker for dead: everything in hand belongs to others now. */
  public void leaseLost(Duration now) {
    for (Held held : List.copyOf(inHand.values())) {
      lose(held.claim(), now);
    }
    inHand.values().removeIf(held -> held.state == Held.State.SETTLING);
    untold = 0;
    toSettle.clear();
    inFlightVoid = settling;
    straysBefore = Set.of();
    looking.addAll(EnumSet.allOf(Queue.class));
  }

  /** Call when {@link #nextDeadline} has come. */
  public void timePassed(Duration now) {
    for (Held held : List.copyOf(inHand.values())) {
      if (held.state != Held.State.RUNNING) {
        continue;
      }
      if (held.reason == null && reached(timeout(held), now)) {
        stop(held.claim(), StopReason.TIMED_OUT, now);
      } else if (held.reason == StopReason.TIMED_OUT && reached(unwound(held), now)) {
        // It does not listen. Its job goes on without it; whatever it still does cannot count.
        Settlement failure = outcomes.timedOut(held);
        held.state = Held.State.ABANDONED;
        toSettle.add(failure);
      }
    }
  }

  public void loaded(Load now) {
    load = now;
  }

  /** The worker goes down: takes nothing more, gives back what has not begun. */
  public void stopRequested() {
    stopping = true;
    handBackWaiting();
  }

  /** The time for finishing is over: what still runs is told to stop. */
  public void graceOver(Duration now) {
    for (Held held : List.copyOf(inHand.values())) {
      stop(held.claim(), StopReason.SHUTDOWN, now);
    }
  }

  /** What does not stop goes back without it. */
  public void giveUpRunning() {
    for (Held held : List.copyOf(inHand.values())) {
      if (held.state == Held.State.RUNNING) {
        held.state = Held.State.ABANDONED;
        toSettle.add(
            held.reason == StopReason.TIMED_OUT
                ? outcomes.timedOut(held)
                : new Settlement.HandedBack(held.claim(), null));
      }
    }
  }

  // What to do.

  /** What whoever claims should do next. */
  public sealed interface Step {
    /** Claim; {@link #claimed} or {@link #claimFailed} must follow. */
    record Claim(ClaimRequest request) implements Step {}

    /** Nothing until a job has ended. */
    record AwaitRoom() implements Step {}

    /** There is room, and as far as is known no work: wait for a hint. */
    record AwaitHint() implements Step {}
  }

  /**
   * One answer to one question: asked in two, a job that ends in between would leave a worker
   * waiting for a hint that nobody has a reason to send.
   */
  public Step nextStep(Queue queue) {
    Optional<ClaimRequest> request = nextClaim(queue);
    if (request.isPresent()) {
      return new Step.Claim(request.get());
    }
    return hungry(queue) ? new Step.AwaitHint() : new Step.AwaitRoom();
  }

  /** What to claim now; {@link #claimed} or {@link #claimFailed} must follow. */
  public Optional<ClaimRequest> nextClaim(Queue queue) {
    if (!looking.contains(queue) || claiming.contains(queue)) {
      return Optional.empty();
    }
    Optional<ClaimRequest> request = wanted(queue);
    request.ifPresent(wanted -> claiming.add(queue));
    return request;
  }

  /** Is there room for more? A hint is of use only then. */
  public boolean hungry(Queue queue) {
    return wanted(queue).isPresent();
  }

  private Optional<ClaimRequest> wanted(Queue queue) {
    Set<JobType> types = plan.types().getOrDefault(queue, Set.of());
    int room = room();
    // Not for every slot that becomes free: one claim for many jobs costs the store as much as for
    // one.
    int surplus = waiting.size() - (plan.slots() - running);
    boolean stocked = surplus > pace.ahead() / 2;
    if (!mayTake() || types.isEmpty() || room == 0 || stocked) {
      return Optional.empty();
    }
    int most = Math.max(plan.batch(), pace.ahead());
    return Optional.of(new ClaimRequest(queue, Math.min(room, most), types, plan.capabilities()));
  }

  /** Queues that have more than this worker can take; somebody else should be told. Asked once. */
  public Set<Queue> passOn() {
    Set<Queue> queues = Set.copyOf(passOn);
    passOn.clear();
    return queues;
  }

  /** A job whose code should be started now. */
  public Optional<ClaimedJob> nextStart(Duration now) {
    if (running >= plan.slots() || waiting.isEmpty()) {
      return Optional.empty();
    }
    Held held = waiting.remove();
    held.state = Held.State.RUNNING;
    held.startedAt = now;
    running++;
    return Optional.of(held.job);
  }

  /** Code to interrupt; each is told once for each reason. */
  public List<Interruption> interruptions() {
    List<Interruption> due = List.copyOf(interruptions);
    interruptions.clear();
    return due;
  }

  /** What to tell the store; {@link #settled} or {@link #settleFailed} must follow. */
  public List<Settlement> nextSettle() {
    if (settling || toSettle.isEmpty()) {
      return List.of();
    }
    var batch = new ArrayList<Settlement>();
    while (!toSettle.isEmpty() && batch.size() < MOST_SETTLED_AT_ONCE) {
      batch.add(toSettle.remove());
    }
    settling = true;
    inFlightVoid = false;
    return batch;
  }

  public Heartbeat beat(String doing) {
    List<Claim> held = inHand.values().stream().filter(Held::claimed).map(Held::claim).toList();
    List<ClaimRequest> wanted = new ArrayList<>();
    for (Queue queue : Queue.values()) {
      if (!claiming.contains(queue)) {
        wanted(queue).ifPresent(wanted::add);
      }
    }
    return new Heartbeat(status(), held, wanted, doing);
  }

  public boolean claimsUnderWay() {
    return !claiming.isEmpty();
  }

  /** When {@link #timePassed} should be called next. */
  public Optional<Duration> nextDeadline() {
    Duration first = null;
    for (Held held : inHand.values()) {
      Optional<Duration> at =
          held.state != Held.State.RUNNING
              ? Optional.empty()
              : held.reason == StopReason.TIMED_OUT
                  ? unwound(held)
                  : held.reason == null ? timeout(held) : Optional.empty();
      if (at.isPresent() && (first == null || at.get().compareTo(first) < 0)) {
        first = at.get();
      }
    }
    return Optional.ofNullable(first);
  }

  public WorkerStatus status() {
    if (!draining && !stopping) {
      return WorkerStatus.ACTIVE;
    }
    return empty() ? WorkerStatus.DRAINED : WorkerStatus.DRAINING;
  }

  /** Nothing runs and nothing is left to tell. */
  public boolean empty() {
    return running == 0 && allTold() && waiting.isEmpty();
  }

  /** The store knows of everything that has ended. */
  public boolean allTold() {
    return toSettle.isEmpty() && !settling;
  }

  public int running() {
    return running;
  }

  /** Executions that ended and whose end the store does not know yet. */
  public int untold() {
    return untold;
  }

  public Optional<StopReason> stopReason(Claim claim) {
    Held held = inHand.get(claim);
    if (held != null && held.reason != null) {
      return Optional.of(held.reason);
    }
    return stopping ? Optional.of(StopReason.SHUTDOWN) : Optional.empty();
  }

  private boolean mayTake() {
    return !draining && !stopping;
  }

  private int room() {
    int capacity =
        switch (load) {
          case NORMAL -> plan.slots() + pace.ahead();
          case WARNING -> Math.max(1, plan.slots() / 2);
          case CRITICAL -> 0;
        };
    // Ends the store has not heard of would all be run again after a crash: not too many of them.
    int held = running + waiting.size() + Math.max(0, untold - MOST_UNTOLD);
    return Math.max(0, capacity - held);
  }

  private void lose(Claim claim, Duration now) {
    Held held = inHand.get(claim);
    if (held == null || held.state == Held.State.SETTLING) {
      // Its end is on its way to the store, which will say what it thinks of it.
      return;
    }
    if (held.state == Held.State.WAITING) {
      waiting.remove(held);
      inHand.remove(claim);
      return;
    }
    interrupt(held, StopReason.LOST, now);
    held.state = Held.State.ABANDONED;
  }

  private void stop(Claim claim, StopReason reason, Duration now) {
    Held held = inHand.get(claim);
    if (held == null || held.reason != null) {
      return;
    }
    if (held.state == Held.State.WAITING) {
      waiting.remove(held);
      settle(
          held,
          reason == StopReason.CANCELLED
              ? new Settlement.Stopped(claim)
              : new Settlement.HandedBack(claim, null));
    } else if (held.state == Held.State.RUNNING) {
      interrupt(held, reason, now);
    }
  }

  private void interrupt(Held held, StopReason reason, Duration now) {
    held.reason = reason;
    held.stopSince = now;
    interruptions.add(new Interruption(held.claim(), reason));
  }

  private void handBackWaiting() {
    List.copyOf(waiting).forEach(this::handBack);
    waiting.clear();
  }

  private void handBack(Held held) {
    settle(held, new Settlement.HandedBack(held.claim(), null));
  }

  private void settle(Held held, Settlement settlement) {
    held.state = Held.State.SETTLING;
    untold++;
    toSettle.add(settlement);
  }

  private void forget(Claim claim) {
    Held held = inHand.get(claim);
    if (held != null && held.state == Held.State.SETTLING) {
      inHand.remove(claim);
      untold--;
    }
  }

  private static Optional<Duration> timeout(Held held) {
    return held.job.timeout().isZero() || held.startedAt == null
        ? Optional.empty()
        : Optional.of(held.startedAt.plus(held.job.timeout()));
  }

  private Optional<Duration> unwound(Held held) {
    return held.stopSince == null
        ? Optional.empty()
        : Optional.of(held.stopSince.plus(plan.unwind()));
  }

  private static boolean reached(Optional<Duration> at, Duration now) {
    return at.isPresent() && at.get().compareTo(now) <= 0;
  }
}
