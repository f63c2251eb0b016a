package dev.tidemill.schedule.cron;

import java.time.Duration;

/**
 * The leader's next move, as a step function on the monotonic clock: no I/O, no threads. Its caller
 * does what {@link #step} says and reports what came of it.
 *
 * <p>It looks again when the next tick is due, and once a second besides, because schedules are
 * made elsewhere too.
 */
public final class CronCore {
  static final int BATCH = 500;
  static final Duration LOOK = Duration.ofSeconds(1);
  static final Duration KEEP = Duration.ofDays(30);

  /** Something is due but was not to be had: another is busy with it, or it is about to be due. */
  private static final Duration SOON = Duration.ofMillis(20);

  private static final Duration FORGET_EVERY = Duration.ofMinutes(10);

  private Duration nextFire;
  private Duration nextQueue;
  private Duration nextForget;

  public CronCore(Duration now) {
    nextFire = now;
    nextQueue = now;
    nextForget = now.plus(FORGET_EVERY);
  }

  public CronAction step(Duration now) {
    if (now.compareTo(nextFire) >= 0) {
      return new CronAction.Fire(BATCH);
    }
    if (now.compareTo(nextQueue) >= 0) {
      return new CronAction.StartQueued(BATCH);
    }
    if (now.compareTo(nextForget) >= 0) {
      return new CronAction.Forget(KEEP);
    }
    return new CronAction.Wait(earliest(earliest(nextFire, nextQueue), nextForget).minus(now));
  }

  /** A batch has been fired. */
  public void fired(Duration now, Fired fired) {
    if (fired.schedules() > 0) {
      nextFire = now;
      return;
    }
    Duration next = fired.next().map(in -> earliest(in, LOOK)).orElse(LOOK);
    nextFire = now.plus(next.compareTo(SOON) < 0 ? SOON : next);
  }

  /** What waited has been started. */
  public void startedQueued(Duration now, Fired fired) {
    nextQueue = fired.schedules() > 0 ? now : now.plus(LOOK);
  }

  public void forgot(Duration now) {
    nextForget = now.plus(FORGET_EVERY);
  }

  /** The last action failed; what it did is unknown, and doing it again is harmless. */
  public void failed(Duration now) {
    nextFire = now.plus(LOOK);
    nextQueue = now.plus(LOOK);
    nextForget = now.plus(FORGET_EVERY);
  }

  private static Duration earliest(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
