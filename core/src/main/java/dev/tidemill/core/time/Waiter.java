package dev.tidemill.core.time;

import dev.tidemill.core.AllowForbidden;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A wait that can be cut short and cannot lose the wake-up: a {@link #wake()} that comes just
 * before the wait begins ends that wait at once. For one waiting thread and any number of wakers.
 */
public final class Waiter {
  private final TimeSource time;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean woken;

  public Waiter(TimeSource time) {
    this.time = time;
  }

  /** Ends the current wait, or the next one if none is under way. Wakes do not add up. */
  public void wake() {
    lock.lock();
    try {
      woken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits at most {@code limit}. Returns true if woken, false if the time ran out. */
  @AllowForbidden("the deadline is a timer of the TimeSource, so that it holds in simulated time")
  public boolean await(Duration limit) throws InterruptedException {
    var over = new boolean[] {limit.isZero() || limit.isNegative()};
    TimeSource.Timer timer = time.schedule(limit, () -> expire(over));
    lock.lockInterruptibly();
    try {
      while (!woken && !over[0]) {
        changed.await();
      }
      boolean was = woken;
      woken = false;
      return was;
    } finally {
      lock.unlock();
      timer.cancel();
    }
  }

  private void expire(boolean[] over) {
    lock.lock();
    try {
      over[0] = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
