package dev.tidemill.testkit;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** What a proxy does with bytes at the moment, and the gate at which they wait. Thread-safe. */
final class TcpProxyMode {
  enum Kind {
    FORWARD,
    BLACKHOLE,
    DROP_ANSWERS
  }

  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private Kind kind = Kind.FORWARD;

  void set(Kind next) {
    lock.lock();
    try {
      kind = next;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits as long as the proxy is a black hole and the connection is open. */
  Kind awaitPassage(BooleanSupplier closed) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (kind == Kind.BLACKHOLE && !closed.getAsBoolean()) {
        // A connection that is reset signals nobody here, so look again now and then.
        changed.awaitNanos(LOOK_AGAIN.toNanos());
      }
      return kind;
    } finally {
      lock.unlock();
    }
  }
}
