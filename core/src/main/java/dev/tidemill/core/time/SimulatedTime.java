package dev.tidemill.core.time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Time that stands still until told otherwise. Timer tasks run on the thread that advances it, each
 * at exactly its due moment, so a single-threaded simulation is deterministic.
 *
 * <p>Failures of timer tasks are gathered and thrown by the advancing call after all due tasks ran.
 */
public final class SimulatedTime implements TimeSource {
  /** A sleeper nobody advances past is a broken test; better an error than a hang. */
  private static final Duration REAL_PATIENCE = Duration.ofMinutes(2);

  private final ReentrantLock lock = new ReentrantLock();
  private final PriorityQueue<Entry> due = new PriorityQueue<>();
  private Instant wall;
  private Duration elapsed = Duration.ZERO;
  private long scheduled;

  public SimulatedTime(Instant start) {
    this.wall = start;
  }

  public SimulatedTime() {
    this(Instant.parse("2026-01-01T00:00:00Z"));
  }

  @Override
  public Instant now() {
    lock.lock();
    try {
      return wall;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Duration monotonic() {
    lock.lock();
    try {
      return elapsed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    lock.lock();
    try {
      Duration at = elapsed.plus(delay.isNegative() ? Duration.ZERO : delay);
      var entry = new Entry(at, scheduled++, task);
      due.add(entry);
      return () -> cancel(entry);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (duration.isZero() || duration.isNegative()) {
      return;
    }
    var passed = new CountDownLatch(1);
    Timer timer = schedule(duration, passed::countDown);
    try {
      if (!passed.await(REAL_PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            "nobody advanced simulated time past a sleep of " + duration);
      }
    } finally {
      timer.cancel();
    }
  }

  /** Lets {@code duration} pass, running every task that falls due on the way. */
  public void advance(Duration duration) {
    Duration target = monotonic().plus(duration);
    var failures = new ArrayList<Throwable>();
    while (true) {
      Entry next = takeDue(target);
      if (next == null) {
        break;
      }
      try {
        next.task.run();
      } catch (RuntimeException | Error e) {
        failures.add(e);
      }
    }
    moveTo(target);
    rethrow(failures);
  }

  /** Jumps to the next scheduled task and runs it. Returns false when nothing is scheduled. */
  public boolean advanceToNext() {
    Duration wait;
    lock.lock();
    try {
      Entry next = due.peek();
      if (next == null) {
        return false;
      }
      wait = next.at.minus(elapsed);
    } finally {
      lock.unlock();
    }
    advance(wait.isNegative() ? Duration.ZERO : wait);
    return true;
  }

  /** Steps the wall clock (NTP, suspend, an operator's hand); monotonic time does not notice. */
  public void jumpWallClock(Duration by) {
    lock.lock();
    try {
      wall = wall.plus(by);
    } finally {
      lock.unlock();
    }
  }

  /** How many tasks wait for their time. */
  public int pendingTimers() {
    lock.lock();
    try {
      return due.size();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Entry takeDue(Duration target) {
    lock.lock();
    try {
      Entry next = due.peek();
      if (next == null || next.at.compareTo(target) > 0) {
        return null;
      }
      due.poll();
      moveTo(next.at);
      return next;
    } finally {
      lock.unlock();
    }
  }

  private void moveTo(Duration moment) {
    lock.lock();
    try {
      if (moment.compareTo(elapsed) > 0) {
        wall = wall.plus(moment.minus(elapsed));
        elapsed = moment;
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean cancel(Entry entry) {
    lock.lock();
    try {
      return due.remove(entry);
    } finally {
      lock.unlock();
    }
  }

  private static void rethrow(List<Throwable> failures) {
    if (!failures.isEmpty()) {
      var all = new IllegalStateException("timer tasks failed", failures.getFirst());
      failures.stream().skip(1).forEach(all::addSuppressed);
      throw all;
    }
  }

  private static final class Entry implements Comparable<Entry> {
    final Duration at;
    final long order;
    final Runnable task;

    Entry(Duration at, long order, Runnable task) {
      this.at = at;
      this.order = order;
      this.task = task;
    }

    @Override
    public int compareTo(Entry other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }
}
