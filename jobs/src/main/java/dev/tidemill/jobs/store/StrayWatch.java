package dev.tidemill.jobs.store;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * From when on heartbeats look for strays: jobs that the store takes for a worker's and that it
 * does not hold, because the answer to its claim was lost. A worker that holds a job does not
 * forget it, so what was no stray once will never be one, unless its claim had not been committed
 * yet. Looking at all of a worker's claims again and again would be the simplest and is what is
 * done while it is cheap; it is not while somebody keeps an old snapshot open, since then nothing
 * can remove what is left of claims that have long ended.
 *
 * <p>Thread-safe.
 */
final class StrayWatch {
  /** One part in so many of the time may go into looking at everything. */
  private static final int SHARE = 20;

  /** Longer than a statement can take. */
  private static final long MARGIN = StoreClock.micros(Duration.ofSeconds(65));

  private static final long FROM_THE_START = 0;

  /** A server speaks for many workers. */
  private static final int MOST_WORKERS = 4096;

  private final Map<Long, Look> looks =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Look> eldest) {
          return size() > MOST_WORKERS;
        }
      };

  /**
   * @param fullAt when everything was looked at last, by the monotonic clock
   * @param next where to begin when not everything is looked at
   */
  private record Look(Duration fullAt, Duration fullCost, long next) {}

  /** Claims of this moment and later are to be looked at, by the store's clock. */
  synchronized long since(long worker, Duration now) {
    Look last = looks.get(worker);
    if (last == null || now.minus(last.fullAt).compareTo(last.fullCost.multipliedBy(SHARE)) >= 0) {
      return FROM_THE_START;
    }
    return last.next;
  }

  /**
   * @param since where this look began
   * @param at when it was, by the store's clock
   * @param oldest when the oldest stray it found was claimed; the look's time if there is none
   */
  synchronized void looked(
      long worker, long since, long at, long oldest, Duration began, Duration ended) {
    long next = Math.min(oldest, at - MARGIN);
    Look last = looks.get(worker);
    if (since == FROM_THE_START || last == null) {
      looks.put(worker, new Look(ended, ended.minus(began), next));
    } else {
      looks.put(worker, new Look(last.fullAt, last.fullCost, next));
    }
  }
}
