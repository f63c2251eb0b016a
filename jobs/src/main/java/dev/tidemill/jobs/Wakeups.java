package dev.tidemill.jobs;

import dev.tidemill.core.job.Queue;
import java.time.Duration;

/**
 * Told by the store, after the commit, that a queue will have something to claim. A hint: losing it
 * costs time, never work.
 */
@FunctionalInterface
public interface Wakeups {
  Wakeups NONE = (queue, in) -> {};

  /**
   * Never blocks and never throws.
   *
   * @param in how long until it is due; zero means now
   */
  void due(Queue queue, Duration in);
}
