package dev.tidemill.scale.signal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Adds up what is found, by queue and what is needed. For one reading. */
final class WorkTally {
  private final long now;
  private final SortedMap<Key, Sum> sums = new TreeMap<>();

  private record Key(Queue queue, CapabilitySet needs) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byQueue = queue.compareTo(other.queue);
      return byQueue != 0 ? byQueue : needs.compareTo(other.needs);
    }
  }

  /** What is known of one. */
  static final class Sum {
    int waiting;
    int dueParked;
    int inFlight;
    int dueSoon;
    long oldest = Long.MAX_VALUE;
    boolean capped;
    Reading<Duration> duration = new Reading.Unknown<>("no such job has ended yet");
    double arrivals;
  }

  /** Every queue is told of, also when nothing is in it. */
  WorkTally(long now) {
    this.now = now;
    for (Queue queue : Queue.values()) {
      of(queue, CapabilitySet.NONE);
    }
  }

  long now() {
    return now;
  }

  Sum of(String queue, @Nullable String requires) {
    return of(Queue.parse(queue), needs(requires));
  }

  Sum of(Queue queue, CapabilitySet needs) {
    return sums.computeIfAbsent(new Key(queue, needs), key -> new Sum());
  }

  /** Turns numbers of jobs that came into a rate. */
  void perSecond(double seconds) {
    sums.values().forEach(sum -> sum.arrivals /= seconds);
  }

  List<WorkSignals> all() {
    var all = new ArrayList<WorkSignals>();
    sums.forEach(
        (key, sum) ->
            all.add(
                new WorkSignals(
                    key.queue,
                    key.needs,
                    sum.waiting,
                    sum.dueParked,
                    sum.inFlight,
                    SqlSignals.micros(sum.oldest == Long.MAX_VALUE ? 0 : now - sum.oldest),
                    sum.dueSoon,
                    new Demand.Pace(sum.duration, Reading.of(sum.arrivals)),
                    sum.capped)));
    return all;
  }

  private static CapabilitySet needs(@Nullable String requires) {
    if (requires == null) {
      return CapabilitySet.NONE;
    }
    var names = new ArrayList<String>();
    for (JsonNode name : Json.readArray(requires)) {
      names.add(name.asText());
    }
    return needs(names);
  }

  /** A name that no adapter could have must not make the rest unreadable. */
  static CapabilitySet needs(Collection<String> names) {
    return CapabilitySet.of(
        names.stream().map(name -> name.isBlank() ? "?" : name.replace(',', ';')).toList());
  }
}
