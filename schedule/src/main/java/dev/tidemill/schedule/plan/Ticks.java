package dev.tidemill.schedule.plan;

import dev.tidemill.schedule.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ticks of one schedule: its rhythm between start and end, and when each is due.
 *
 * @param id what jitter is made from, so that schedules of one minute spread
 * @param created where intervals are counted from when there is no start
 */
public record Ticks(ScheduleSpec spec, long id, Instant created) {

  /** The first tick after a moment, if there is one before the end. */
  public Optional<Instant> next(Instant after) {
    Instant start = spec.start();
    Instant anchor = start == null ? created : start;
    // The start is a tick of its own; the moment of creation is not.
    Instant least = start == null ? created : start.minusNanos(1);
    Instant from = after.isBefore(least) ? least : after;
    Instant end = spec.end();
    return spec.timing()
        .next(from, anchor, spec.zone())
        .filter(tick -> end == null || !tick.isAfter(end));
  }

  /** The next ones after a moment. */
  public List<Instant> next(Instant after, int count) {
    var ticks = new ArrayList<Instant>();
    Optional<Instant> tick = next(after);
    while (tick.isPresent() && ticks.size() < count) {
      ticks.add(tick.get());
      tick = next(tick.get());
    }
    return ticks;
  }

  /** When a tick fires. */
  public Instant due(Instant tick) {
    long span = spec.jitter().toMillis();
    if (span == 0) {
      return tick;
    }
    long mixed = mix(id * 0x9E3779B97F4A7C15L ^ mix(tick.toEpochMilli()));
    return tick.plusMillis(Math.floorMod(mixed, span));
  }

  /** The first tick after another that is due at or after a moment. */
  Optional<Instant> nextDueFrom(Instant tick, Instant moment) {
    Instant least = moment.minus(spec.jitter()).minus(Duration.ofNanos(1));
    Optional<Instant> next = next(least.isBefore(tick) ? tick : least);
    while (next.isPresent() && due(next.get()).isBefore(moment)) {
      next = next(next.get());
    }
    return next;
  }

  private static long mix(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
