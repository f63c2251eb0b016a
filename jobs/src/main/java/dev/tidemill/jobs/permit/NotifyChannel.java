package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import java.util.Optional;

/** The names of the queues in NOTIFY. A database has its own, so they need not differ by store. */
final class NotifyChannel {
  private static final String PREFIX = "tidemill_";

  private NotifyChannel() {}

  static String of(Queue queue) {
    return PREFIX + queue.word();
  }

  static Optional<Queue> queue(String channel) {
    for (Queue queue : Queue.values()) {
      if (of(queue).equals(channel)) {
        return Optional.of(queue);
      }
    }
    return Optional.empty();
  }
}
