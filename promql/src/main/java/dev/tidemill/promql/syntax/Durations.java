package dev.tidemill.promql.syntax;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as in {@code 1h30m}: units from large to small, each once, whole numbers. */
public final class Durations {
  private static final String[] UNITS = {"y", "w", "d", "h", "m", "s", "ms"};
  private static final long[] MILLIS = {
    31_536_000_000L, 604_800_000L, 86_400_000L, 3_600_000L, 60_000L, 1_000L, 1L
  };
  private static final Pattern SHAPE =
      Pattern.compile(
          "(?:(\\d+)y)?(?:(\\d+)w)?(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?(?:(\\d+)ms)?");

  private Durations() {}

  /**
   * A duration, or a bare {@code 0}.
   *
   * @throws IllegalArgumentException if it is none, or longer than 292 years
   */
  public static Duration parse(String text) {
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    Matcher matcher = SHAPE.matcher(text);
    if (text.isEmpty() || !matcher.matches()) {
      throw new IllegalArgumentException("not a valid duration string: " + Quoting.quote(text));
    }
    BigDecimal millis = BigDecimal.ZERO;
    for (int i = 0; i < UNITS.length; i++) {
      String amount = matcher.group(i + 1);
      if (amount != null) {
        millis = millis.add(new BigDecimal(amount).multiply(BigDecimal.valueOf(MILLIS[i])));
      }
    }
    if (millis.compareTo(BigDecimal.valueOf(Long.MAX_VALUE / 1_000_000)) > 0) {
      throw new IllegalArgumentException("duration out of range");
    }
    return Duration.ofMillis(millis.longValueExact());
  }

  /**
   * A number of seconds.
   *
   * @throws IllegalArgumentException if it is not a number, or more than 292 years
   */
  public static Duration ofSeconds(double seconds) {
    if (!(Math.abs(seconds) < 9.2e9)) {
      throw new IllegalArgumentException("duration out of range");
    }
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  /** Years and weeks only where nothing is left over: 90d reads better than 12w6d. */
  public static String format(Duration duration) {
    long millis = Math.abs(duration.toMillis());
    if (millis == 0) {
      return "0s";
    }
    var text = new StringBuilder(duration.isNegative() ? "-" : "");
    for (int i = 0; i < UNITS.length; i++) {
      boolean whole = i < 2;
      if (millis >= MILLIS[i] && (!whole || millis % MILLIS[i] == 0)) {
        text.append(millis / MILLIS[i]).append(UNITS[i]);
        millis %= MILLIS[i];
      }
    }
    return text.toString();
  }
}
