package dev.tidemill.schedule.cron;

import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.state.Transition;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.core.time.Waiter;
import dev.tidemill.schedule.leader.Elector;
import dev.tidemill.schedule.leader.ElectorAction;
import dev.tidemill.schedule.leader.ElectorEvent;
import dev.tidemill.schedule.leader.ElectorInput;
import dev.tidemill.schedule.leader.ElectorState;
import dev.tidemill.schedule.leader.HolderId;
import dev.tidemill.schedule.leader.LeaderLatch;
import dev.tidemill.schedule.leader.LeaderLease;
import dev.tidemill.schedule.leader.Leadership;
import dev.tidemill.schedule.leader.LeaseAnswer;
import dev.tidemill.schedule.leader.LeaseSettings;
import dev.tidemill.schedule.leader.Term;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node's part in firing schedules: stands for election, and fires while it leads. The thread of
 * this loop steps the elector; requests to the lease store and the leader's work have threads of
 * their own, so that none of them can hold up a step.
 */
public final class CronLoop extends BaseService {
  private static final Logger log = LoggerFactory.getLogger(CronLoop.class);
  private static final Duration SUMMARY_EVERY = Duration.ofSeconds(30);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  private static final int INBOX = 1000;

  private final LeaseSettings settings;
  private final HolderId holder;
  private final LeaderLease lease;
  private final Firing firing;
  private final TimeSource time;
  private final CronMetrics metrics;
  private final LeaderLatch latch;
  private final Waiter waiter;
  private final BlockingQueue<ElectorInput> inbox = new ArrayBlockingQueue<>(INBOX);
  private final AtomicInteger requests = new AtomicInteger();
  private @Nullable Thread thread;
  private @Nullable CronWork work;

  public CronLoop(
      LeaseSettings settings,
      HolderId holder,
      LeaderLease lease,
      Firing firing,
      TimeSource time,
      CronMetrics metrics) {
    super("cron");
    this.settings = settings;
    this.holder = holder;
    this.lease = lease;
    this.firing = firing;
    this.time = time;
    this.metrics = metrics;
    this.latch = new LeaderLatch(time);
    this.waiter = new Waiter(time);
  }

  /** The term under which this node leads right now. */
  public Optional<Term> leads() {
    return latch.trusted();
  }

  @Override
  protected void open() {
    inbox.clear();
    thread = Thread.ofVirtual().name("cron-election").start(this::elect);
  }

  /** Ends the work first and then frees the lease, so that the next node leads at once. */
  @Override
  protected void close() {
    Thread running = thread;
    thread = null;
    tell(new ElectorInput.Stop());
    try {
      if (running != null && !running.join(STOP_LIMIT)) {
        log.warn("the leader's work did not end within {}; its lease will run out", STOP_LIMIT);
        running.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void elect() {
    var elector = new Elector(settings, this::moved);
    Duration summary = time.monotonic().plus(SUMMARY_EVERY);
    try {
      while (elector.state() != ElectorState.STOPPED || requests.get() > 0) {
        ElectorInput input = inbox.poll();
        if (input == null) {
          waiter.await(pause(elector));
          input = inbox.poll();
        }
        step(elector, input == null ? new ElectorInput.Tick() : input);
        if (time.monotonic().compareTo(summary) >= 0) {
          summary = time.monotonic().plus(SUMMARY_EVERY);
          log.info("cron: {}; {}", standing(elector), metrics.summary());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      latch.set(Optional.empty());
      endWork();
    }
  }

  private Duration pause(Elector elector) {
    Duration wait = elector.wake().map(at -> at.minus(time.monotonic())).orElse(LONGEST_WAIT);
    return wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
  }

  private void step(Elector elector, ElectorInput input) {
    var actions = elector.step(time.monotonic(), input);
    latch.set(elector.leadership());
    metrics.remaining(elector.leadership().map(held -> held.until().minus(time.monotonic())));
    actions.forEach(this::act);
  }

  private void act(ElectorAction action) {
    switch (action) {
      case ElectorAction.Acquire acquire -> {
        Duration began = time.monotonic();
        ask(
            acquire.request(),
            () -> {
              LeaseAnswer answer = lease.acquire(holder);
              if (answer instanceof LeaseAnswer.Held) {
                metrics.acquired(time.monotonic().minus(began));
              }
              return answer;
            });
      }
      case ElectorAction.Renew renew ->
          ask(renew.request(), () -> lease.renew(holder, renew.term()));
      case ElectorAction.Release release ->
          inBackground("cron-release", () -> lease.release(holder, release.term()));
      case ElectorAction.BeginWork begin -> beginWork();
      case ElectorAction.EndWork end -> endWork();
    }
  }

  private void ask(long request, Supplier<LeaseAnswer> call) {
    inBackground(
        "cron-lease",
        () -> {
          try {
            tell(new ElectorInput.Answered(request, call.get()));
          } catch (RuntimeException e) {
            tell(new ElectorInput.Failed(request));
            throw e;
          }
        });
  }

  private void inBackground(String name, Runnable call) {
    requests.incrementAndGet();
    Thread.ofVirtual()
        .name(name)
        .start(
            () -> {
              try {
                call.run();
              } catch (RuntimeException e) {
                log.warn("{}: {}", name, e.getMessage());
              } finally {
                requests.decrementAndGet();
                waiter.wake();
              }
            });
  }

  private void beginWork() {
    var begun = new CronWork(firing, latch, time, metrics);
    work = begun;
    Thread.ofVirtual()
        .name("cron-firing")
        .start(
            () -> {
              try {
                begun.run();
              } finally {
                tell(new ElectorInput.WorkEnded());
              }
            });
  }

  private void endWork() {
    CronWork running = work;
    work = null;
    if (running != null) {
      running.end();
    }
  }

  private void tell(ElectorInput input) {
    // Cannot be full: at most a few requests are under way.
    if (!inbox.offer(input)) {
      log.error("the election loop does not keep up; {} is lost", input);
    }
    waiter.wake();
  }

  private void moved(Transition<ElectorState, ElectorEvent> moved) {
    log.info("cron election: {} is {} ({})", holder, word(moved.to()), word(moved.event()));
    boolean led = leads(moved.from());
    boolean leads = leads(moved.to());
    if (led != leads) {
      metrics.changed(time.monotonic(), leads);
    }
  }

  private static boolean leads(ElectorState state) {
    return state == ElectorState.LEADER;
  }

  private String standing(Elector elector) {
    return elector
        .leadership()
        .map(
            held ->
                "%s leads, term %d, %d ms left".formatted(holder, held.term().value(), left(held)))
        .orElseGet(() -> "%s is %s".formatted(holder, word(elector.state())));
  }

  private long left(Leadership held) {
    return held.until().minus(time.monotonic()).toMillis();
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
