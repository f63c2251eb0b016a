package dev.tidemill.jobs.permit;

import dev.tidemill.core.time.TimeSource;
import dev.tidemill.core.time.Waiter;
import dev.tidemill.jobs.permit.Permits.Permit;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where the taker of one queue waits. Holds one permit at most. Thread-safe. */
final class Mailbox implements AutoCloseable {
  private final TimeSource time;
  private final Waiter waiter;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Permit held;
  private boolean taking;
  private boolean woken;
  private boolean closed;

  Mailbox(TimeSource time) {
    this.time = time;
    this.waiter = new Waiter(time);
  }

  /**
   * Lays a permit down for the present or the next taker. One that lies there already is enough.
   */
  void keep(Permit permit) {
    lock.lock();
    try {
      if (closed || held != null) {
        return;
      }
      held = permit;
    } finally {
      lock.unlock();
    }
    waiter.wake();
  }

  /** Hands a permit to the taker. Returns false when nobody waits for one. */
  boolean offer(Permit permit) {
    lock.lock();
    try {
      if (closed || !taking || held != null) {
        return false;
      }
      held = permit;
    } finally {
      lock.unlock();
    }
    waiter.wake();
    return true;
  }

  /** Ends the present or the next wait. */
  void wake() {
    lock.lock();
    try {
      woken = true;
    } finally {
      lock.unlock();
    }
    waiter.wake();
  }

  /** Lets the taker attend to its line before it goes on waiting. */
  void nudge() {
    waiter.wake();
  }

  /**
   * Waits for a permit.
   *
   * @param attend called on the taker's thread before each wait; says when to be called again
   */
  Optional<Permit> take(Duration limit, Supplier<Duration> attend) throws InterruptedException {
    Duration end = time.monotonic().plus(limit);
    begin();
    boolean heard = false;
    try {
      while (!over() && !Thread.currentThread().isInterrupted()) {
        Duration patience = attend.get();
        Duration left = end.minus(time.monotonic());
        if (left.isNegative() || left.isZero()) {
          break;
        }
        waiter.await(left.compareTo(patience) < 0 ? left : patience);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      heard = true;
    } finally {
      if (!heard) {
        giveBack(end(false));
      }
    }
    return Optional.ofNullable(end(true));
  }

  @Override
  public void close() {
    Permit unwanted;
    lock.lock();
    try {
      closed = true;
      unwanted = held;
      held = null;
    } finally {
      lock.unlock();
    }
    waiter.wake();
    giveBack(unwanted);
  }

  private void begin() {
    lock.lock();
    try {
      if (taking) {
        throw new IllegalStateException("another thread is taking from this queue");
      }
      taking = true;
    } finally {
      lock.unlock();
    }
  }

  private boolean over() {
    lock.lock();
    try {
      return held != null || woken || closed;
    } finally {
      lock.unlock();
    }
  }

  /** From here on nobody takes. Who was heard will look, whatever the reasons: the wake is used. */
  private @Nullable Permit end(boolean heard) {
    lock.lock();
    try {
      Permit permit = held;
      held = null;
      taking = false;
      woken = woken && !heard;
      return permit;
    } finally {
      lock.unlock();
    }
  }

  private static void giveBack(@Nullable Permit unwanted) {
    if (unwanted != null) {
      unwanted.giveBack();
    }
  }
}
