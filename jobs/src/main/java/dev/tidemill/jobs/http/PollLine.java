package dev.tidemill.jobs.http;

import dev.tidemill.core.time.Backoff;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.core.time.Waiter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks again and again, as long as somebody waits for a yes. Each question is put on a thread of
 * its own, so that a wake can end the wait at once and take the question back. Thread-safe.
 */
final class PollLine {
  private static final Logger log = LoggerFactory.getLogger(PollLine.class);
  private static final Backoff AFTER_FAILURE =
      new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), 0.25);

  private final TimeSource time;
  private final Duration longest;
  private final Predicate<Duration> question;
  private final Runnable giveBack;
  private final Waiter waiter;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean taking;
  private boolean woken;
  private boolean closed;

  /**
   * @param question waits at most the given time for a yes; throws when nobody answers
   * @param giveBack for a yes that came when nobody waited for it any more
   */
  PollLine(TimeSource time, Duration longest, Predicate<Duration> question, Runnable giveBack) {
    this.time = time;
    this.longest = longest;
    this.question = question;
    this.giveBack = giveBack;
    this.waiter = new Waiter(time);
  }

  /** True for a yes; false when the time is up, after a wake and after closing. */
  boolean take(Duration limit) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    begin();
    boolean heard = false;
    try {
      boolean yes = ask(time.monotonic().plus(limit));
      heard = true;
      return yes;
    } finally {
      end(heard);
    }
  }

  void wake() {
    set(() -> woken = true);
  }

  void close() {
    set(() -> closed = true);
  }

  private boolean ask(Duration end) throws InterruptedException {
    int failures = 0;
    while (!over()) {
      Duration left = end.minus(time.monotonic());
      Duration wait = left.isNegative() ? Duration.ZERO : left;
      var asked = new Question(wait.compareTo(longest) < 0 ? wait : longest);
      boolean heard = false;
      try {
        while (!over() && asked.open()) {
          waiter.await(longest.multipliedBy(2));
        }
        heard = true;
      } finally {
        asked.takeBack(heard);
      }
      if (asked.yes()) {
        return true;
      }
      failures = asked.failed() ? failures + 1 : 0;
      if (failures > 0 && !over()) {
        Duration pause = AFTER_FAILURE.after(failures, RandomGenerator.getDefault());
        waiter.await(pause.compareTo(wait) < 0 ? pause : wait);
      }
      if (end.compareTo(time.monotonic()) <= 0) {
        return false;
      }
    }
    return false;
  }

  private boolean over() {
    lock.lock();
    try {
      return woken || closed;
    } finally {
      lock.unlock();
    }
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

  private void end(boolean heard) {
    lock.lock();
    try {
      taking = false;
      woken = woken && !heard;
    } finally {
      lock.unlock();
    }
  }

  private void set(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
    waiter.wake();
  }

  /** One question under way. */
  private final class Question {
    private enum Answer {
      OPEN,
      YES,
      NO,
      FAILED,
      WITHDRAWN
    }

    private final AtomicReference<Answer> answer = new AtomicReference<>(Answer.OPEN);
    private final Thread thread;

    Question(Duration wait) {
      thread = Thread.ofVirtual().name("permit-poll").start(() -> put(wait));
    }

    private void put(Duration wait) {
      Answer heard = Answer.FAILED;
      try {
        heard = question.test(wait) ? Answer.YES : Answer.NO;
      } catch (RuntimeException e) {
        log.debug("No hint could be had: {}", e.getMessage());
      } finally {
        if (!answer.compareAndSet(Answer.OPEN, heard) && heard == Answer.YES) {
          giveBack.run();
        }
        waiter.wake();
      }
    }

    boolean open() {
      return answer.get() == Answer.OPEN;
    }

    boolean yes() {
      return answer.get() == Answer.YES;
    }

    boolean failed() {
      return answer.get() == Answer.FAILED;
    }

    void takeBack(boolean heard) {
      if (answer.compareAndSet(Answer.OPEN, Answer.WITHDRAWN)) {
        thread.interrupt();
      } else if (!heard && yes()) {
        giveBack.run();
      }
    }
  }
}
