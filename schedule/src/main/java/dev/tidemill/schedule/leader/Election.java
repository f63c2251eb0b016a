package dev.tidemill.schedule.leader;

import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.state.Transition;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.core.time.Waiter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node's part in an election: stands for it, and works while it leads. The thread of this loop
 * steps the elector; requests to the lease store and the leader's work have threads of their own,
 * so that none of them can hold up a step.
 */
public final class Election extends BaseService {
  private static final Logger log = LoggerFactory.getLogger(Election.class);
  private static final Duration SUMMARY_EVERY = Duration.ofSeconds(30);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  private static final int INBOX = 1000;

  private final LeaseSettings settings;
  private final HolderId holder;
  private final LeaderLease lease;
  private final BiFunction<Term, LeaderLatch, Reign> reigns;
  private final TimeSource time;
  private final Watch watch;
  private final LeaderLatch latch;
  private final Waiter waiter;
  private final BlockingQueue<ElectorInput> inbox = new ArrayBlockingQueue<>(INBOX);
  private final AtomicInteger requests = new AtomicInteger();
  private @Nullable Thread thread;
  private @Nullable Reign reign;

  /**
   * @param name also of its threads
   * @param reigns makes the work of one reign, on the election's thread
   */
  public Election(
      String name,
      LeaseSettings settings,
      HolderId holder,
      LeaderLease lease,
      BiFunction<Term, LeaderLatch, Reign> reigns,
      TimeSource time,
      Watch watch) {
    super(name);
    this.settings = settings;
    this.holder = holder;
    this.lease = lease;
    this.reigns = reigns;
    this.time = time;
    this.watch = watch;
    this.latch = new LeaderLatch(time);
    this.waiter = new Waiter(time);
  }

  /** The leader's work during one reign. */
  public interface Reign {
    /** Works until told to end, looking at the latch before each act. */
    void run();

    /** The act under way is the last one. Returns at once. */
    void end();
  }

  /** Told how the election goes. */
  public interface Watch {
    void acquired(Duration took);

    void remaining(Optional<Duration> left);

    void changed(Duration now, boolean leads);

    /** For the line that is logged now and then. */
    String summary();
  }

  /** The term under which this node leads right now. */
  public Optional<Term> leads() {
    return latch.trusted();
  }

  @Override
  protected void open() {
    inbox.clear();
    thread = Thread.ofVirtual().name(name() + "-election").start(this::elect);
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
          log.info("{}: {}; {}", name(), standing(elector), watch.summary());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      latch.set(Optional.empty());
      endReign();
    }
  }

  private Duration pause(Elector elector) {
    Duration wait = elector.wake().map(at -> at.minus(time.monotonic())).orElse(LONGEST_WAIT);
    return wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
  }

  private void step(Elector elector, ElectorInput input) {
    var actions = elector.step(time.monotonic(), input);
    latch.set(elector.leadership());
    watch.remaining(elector.leadership().map(held -> held.until().minus(time.monotonic())));
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
                watch.acquired(time.monotonic().minus(began));
              }
              return answer;
            });
      }
      case ElectorAction.Renew renew ->
          ask(renew.request(), () -> lease.renew(holder, renew.term()));
      case ElectorAction.Release release ->
          inBackground("release", () -> lease.release(holder, release.term()));
      case ElectorAction.BeginWork begin -> beginReign(begin.term());
      case ElectorAction.EndWork end -> endReign();
    }
  }

  private void ask(long request, Supplier<LeaseAnswer> call) {
    inBackground(
        "lease",
        () -> {
          try {
            tell(new ElectorInput.Answered(request, call.get()));
          } catch (RuntimeException e) {
            tell(new ElectorInput.Failed(request));
            throw e;
          }
        });
  }

  private void inBackground(String what, Runnable call) {
    requests.incrementAndGet();
    Thread.ofVirtual()
        .name(name() + "-" + what)
        .start(
            () -> {
              try {
                call.run();
              } catch (RuntimeException e) {
                log.warn("{} {}: {}", name(), what, e.getMessage());
              } finally {
                requests.decrementAndGet();
                waiter.wake();
              }
            });
  }

  private void beginReign(Term term) {
    Reign begun = reigns.apply(term, latch);
    reign = begun;
    Thread.ofVirtual()
        .name(name() + "-leader")
        .start(
            () -> {
              try {
                begun.run();
              } finally {
                tell(new ElectorInput.WorkEnded());
              }
            });
  }

  private void endReign() {
    Reign running = reign;
    reign = null;
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
    log.info("{} election: {} is {} ({})", name(), holder, word(moved.to()), word(moved.event()));
    boolean led = leads(moved.from());
    boolean leads = leads(moved.to());
    if (led != leads) {
      watch.changed(time.monotonic(), leads);
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
