package dev.tidemill.core.time;

import java.time.Duration;
import java.time.Instant;

/** Clock, stopwatch and timers in one. Implementations are thread-safe. */
public interface TimeSource {

  /** The wall clock. May jump; never use it to measure. */
  Instant now();

  /** Time passed since an arbitrary origin. Never goes back, does not jump with the wall clock. */
  Duration monotonic();

  /**
   * Runs {@code task} once, not before {@code delay} has passed. Tasks due at the same moment run
   * in the order in which they were scheduled when time is simulated. A task that throws does not
   * disturb the others.
   */
  Timer schedule(Duration delay, Runnable task);

  /** Waits for {@code duration}; an interruption ends the wait at once. */
  void sleep(Duration duration) throws InterruptedException;

  /** Handle of a scheduled task. */
  interface Timer {
    /** Returns true if the task had not begun and now never will. */
    boolean cancel();
  }
}
