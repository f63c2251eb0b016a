package dev.tidemill.schedule.timing;

import dev.tidemill.core.config.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The same time again and again, counted from an anchor: a restart shifts nothing. */
public record Every(Duration interval) implements Timing {
  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofDays(3660);

  public Every {
    if (interval.compareTo(LEAST) < 0 || interval.compareTo(MOST) > 0) {
      throw new IllegalArgumentException("an interval is at least 1s and at most ten years");
    }
    if (!interval.truncatedTo(ChronoUnit.MILLIS).equals(interval)) {
      throw new IllegalArgumentException("an interval is made of whole milliseconds");
    }
  }

  @Override
  public Optional<Instant> next(Instant after, Instant anchor, ZoneId zone) {
    if (after.isBefore(anchor)) {
      return Optional.of(anchor);
    }
    long passed = Duration.between(anchor, after).dividedBy(interval);
    return Optional.of(anchor.plus(interval.multipliedBy(passed + 1)));
  }

  @Override
  public String toString() {
    return Durations.format(interval);
  }
}
