package dev.tidemill.core.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 30s}, {@code 1h30m}, {@code 7d}. */
public final class Durations {
  private static final Pattern PART = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h|d)");

  private Durations() {}

  /** A bare number counts seconds. */
  public static Duration parse(String text) {
    String rest = text.strip();
    if (rest.matches("[0-9]+")) {
      return Duration.ofSeconds(Long.parseLong(rest));
    }
    Duration sum = Duration.ZERO;
    Matcher matcher = PART.matcher(rest);
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      double nanos = Double.parseDouble(matcher.group(1)) * unit(matcher.group(2)).toNanos();
      sum = sum.plusNanos(Math.round(nanos));
      end = matcher.end();
    }
    if (end == 0 || end != rest.length()) {
      throw new IllegalArgumentException("'" + text + "' is not a duration");
    }
    return sum;
  }

  public static String format(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    var text = new StringBuilder();
    append(text, duration.toDaysPart(), "d");
    append(text, duration.toHoursPart(), "h");
    append(text, duration.toMinutesPart(), "m");
    append(text, duration.toSecondsPart(), "s");
    append(text, duration.toMillisPart(), "ms");
    return text.toString();
  }

  private static void append(StringBuilder text, long amount, String unit) {
    if (amount != 0) {
      text.append(amount).append(unit);
    }
  }

  private static Duration unit(String name) {
    return switch (name) {
      case "ms" -> Duration.ofMillis(1);
      case "s" -> Duration.ofSeconds(1);
      case "m" -> Duration.ofMinutes(1);
      case "h" -> Duration.ofHours(1);
      default -> Duration.ofDays(1);
    };
  }
}
