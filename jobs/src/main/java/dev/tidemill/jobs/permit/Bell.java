package dev.tidemill.jobs.permit;

import dev.tidemill.core.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one message of many rings. The first ring sends at once; those that come while it is under
 * way, or in the rest after it, lead to one more. So there is never more than one message under
 * way, and the last ring is never swallowed. Thread-safe; ringing does not block.
 */
final class Bell implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Bell.class);

  /** After a failure: long enough not to press a broker in trouble, short enough to be a hint. */
  static final Duration REST_AFTER_FAILURE = Duration.ofMillis(500);

  /** What became of a message. */
  enum Struck {
    SENT,
    SPARE,
    DROPPED
  }

  /** Sends one message. May take its time, but has a time limit of its own. */
  @FunctionalInterface
  interface Stroke {
    Struck strike() throws InterruptedException;
  }

  private final String name;
  private final Duration rest;
  private final TimeSource time;
  private final Stroke stroke;
  private final ReentrantLock lock = new ReentrantLock();
  private final LongAdder sent = new LongAdder();
  private final LongAdder spare = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private boolean busy;
  private boolean again;
  private boolean closed;
  private boolean lastDropped;
  private @Nullable Thread striker;

  Bell(String name, Duration rest, TimeSource time, Stroke stroke) {
    this.name = name;
    this.rest = rest;
    this.time = time;
    this.stroke = stroke;
  }

  void ring() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      strikeNow();
    } finally {
      lock.unlock();
    }
  }

  /** The broker is back: the last ring, if it was dropped, is still news to somebody. */
  void ringAgainIfDropped() {
    boolean missed;
    lock.lock();
    try {
      missed = lastDropped;
      lastDropped = false;
    } finally {
      lock.unlock();
    }
    if (missed) {
      ring();
    }
  }

  RingCounts counts() {
    return new RingCounts(sent.sum(), spare.sum(), dropped.sum());
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (striker != null) {
        striker.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /** On a thread of its own, so that whoever rings never waits for a broker. */
  private void strikeNow() {
    again = false;
    striker = Thread.ofVirtual().name(name).start(this::strike);
  }

  private void strike() {
    Struck struck = Struck.DROPPED;
    try {
      struck = stroke.strike();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.debug("A hint could not be sent: {}", e.getMessage());
    }
    switch (struck) {
      case SENT -> sent.increment();
      case SPARE -> spare.increment();
      case DROPPED -> dropped.increment();
    }
    remember(struck == Struck.DROPPED);
    time.schedule(struck == Struck.DROPPED ? REST_AFTER_FAILURE : rest, this::rested);
  }

  private void remember(boolean wasDropped) {
    lock.lock();
    try {
      lastDropped = wasDropped;
    } finally {
      lock.unlock();
    }
  }

  private void rested() {
    lock.lock();
    try {
      if (again && !closed) {
        strikeNow();
      } else {
        busy = false;
      }
    } finally {
      lock.unlock();
    }
  }
}
