package dev.tidemill.jobs.json;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Durations as numbers of seconds, moments as ISO-8601. */
final class Times {
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

  private Times() {}

  /** Exact: 90, or 0.25. */
  static BigDecimal seconds(Duration duration) {
    BigDecimal seconds =
        BigDecimal.valueOf(duration.getSeconds())
            .add(BigDecimal.valueOf(duration.getNano(), 9))
            .stripTrailingZeros();
    return seconds.scale() < 0 ? seconds.setScale(0) : seconds;
  }

  static Duration duration(BigDecimal seconds) {
    BigDecimal[] parts = seconds.divideAndRemainder(BigDecimal.ONE);
    return Duration.ofSeconds(parts[0].longValue(), parts[1].multiply(NANOS).longValue());
  }

  static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }
}
