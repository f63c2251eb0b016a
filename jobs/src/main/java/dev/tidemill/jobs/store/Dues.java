package dev.tidemill.jobs.store;

import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.Wakeups;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a transaction has made claimable, to be told after its commit. */
final class Dues {
  private static final int MOST_MOMENTS = 100;

  private final Map<Queue, Set<Duration>> moments = new EnumMap<>(Queue.class);

  void add(Queue queue, Duration in) {
    Set<Duration> of = moments.computeIfAbsent(queue, q -> new TreeSet<>());
    if (of.size() < MOST_MOMENTS) {
      of.add(in);
    }
  }

  void add(List<JobRows.Row> rows) {
    for (JobRows.Row row : rows) {
      add(Queue.parse(row.queue()), Duration.ofNanos(row.delayMicros() * 1000));
    }
  }

  void add(Dues other) {
    other.moments.forEach((queue, of) -> new ArrayList<>(of).forEach(in -> add(queue, in)));
  }

  void tell(Wakeups wakeups) {
    moments.forEach((queue, of) -> of.forEach(in -> wakeups.due(queue, in)));
  }
}
