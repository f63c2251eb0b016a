package dev.tidemill.cli.output;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Times as people say them. */
public final class Ago {
  private Ago() {}

  public static String since(@Nullable Instant then, Instant now) {
    return then == null ? "-" : words(Duration.between(then, now));
  }

  /** The largest unit that fits, and no more precision than anybody needs. */
  public static String words(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds < 1) {
      return Math.max(0, duration.toMillis()) + " ms";
    }
    if (seconds < 120) {
      return seconds + " s";
    }
    if (seconds < 7200) {
      return seconds / 60 + " min";
    }
    return seconds < 172_800 ? seconds / 3600 + " h" : seconds / 86_400 + " d";
  }
}
