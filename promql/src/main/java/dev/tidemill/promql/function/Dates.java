package dev.tidemill.promql.function;

import static java.util.Map.entry;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToIntFunction;

/** Parts of a moment given in seconds, in UTC. */
public final class Dates {
  /** About what a date can be; beyond, the answer is the last one's. */
  private static final long FARTHEST = 31_556_889_000_000_000L;

  private static final Map<String, ToIntFunction<LocalDateTime>> BY_NAME =
      Map.ofEntries(
          entry("minute", LocalDateTime::getMinute),
          entry("hour", LocalDateTime::getHour),
          entry("day_of_week", t -> t.getDayOfWeek().getValue() % 7),
          entry("day_of_month", LocalDateTime::getDayOfMonth),
          entry("day_of_year", LocalDateTime::getDayOfYear),
          entry("days_in_month", t -> t.toLocalDate().lengthOfMonth()),
          entry("month", LocalDateTime::getMonthValue),
          entry("year", LocalDateTime::getYear));

  private Dates() {}

  public static Optional<DoubleUnaryOperator> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name)).map(part -> at -> part.applyAsInt(moment(at)));
  }

  private static LocalDateTime moment(double seconds) {
    long whole = Math.clamp((long) seconds, -FARTHEST, FARTHEST);
    return LocalDateTime.ofEpochSecond(whole, 0, ZoneOffset.UTC);
  }
}
