package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.Wakeups;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Rings for what is due now, and for what will be due soon when it is. Work due at about the same
 * time shares one timer, so a million parked jobs need no more than the range has room for.
 */
public final class RingWhenDue implements Wakeups {
  private static final Duration GRAIN = Duration.ofMillis(100);

  /** What lies further ahead is left to upkeep, which looks every few seconds. */
  private static final Duration RANGE = Duration.ofMinutes(5);

  private final Permits permits;
  private final TimeSource time;
  private final Set<Due> timers = new HashSet<>();

  public RingWhenDue(Permits permits, TimeSource time) {
    this.permits = permits;
    this.time = time;
  }

  private record Due(Queue queue, long grain) {}

  @Override
  public void due(Queue queue, Duration in) {
    if (in.isZero() || in.isNegative()) {
      permits.ring(queue);
    } else if (in.compareTo(RANGE) <= 0) {
      Duration at = time.monotonic().plus(in);
      var due = new Due(queue, at.toMillis() / GRAIN.toMillis() + 1);
      if (add(due)) {
        Duration until = GRAIN.multipliedBy(due.grain).minus(time.monotonic());
        time.schedule(until, () -> ring(due));
      }
    }
  }

  private synchronized boolean add(Due due) {
    return timers.add(due);
  }

  private void ring(Due due) {
    synchronized (this) {
      timers.remove(due);
    }
    permits.ring(due.queue);
  }
}
