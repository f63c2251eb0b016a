package dev.tidemill.promql.eval;

import dev.tidemill.promql.syntax.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;

/**
 * Bucket counts that fell and were lifted before a quantile was taken.
 *
 * @param from the least bucket that was lifted
 * @param most the largest difference
 * @param first the earliest moment, in milliseconds
 */
record ForcedMonotonicity(
    double from, double to, double most, long samples, long first, long last) {

  ForcedMonotonicity and(ForcedMonotonicity other) {
    return new ForcedMonotonicity(
        Math.min(from, other.from),
        Math.max(to, other.to),
        Math.max(most, other.most),
        samples + other.samples,
        Math.min(first, other.first),
        Math.max(last, other.last));
  }

  String text() {
    double rounded =
        Double.isFinite(most) ? new BigDecimal(most).round(new MathContext(2)).doubleValue() : most;
    return ", from buckets %s to %s, with a max diff of %s, over %d samples from %s to %s"
        .formatted(
            Numbers.format(from),
            Numbers.format(to),
            Numbers.format(rounded),
            samples,
            seconds(first),
            seconds(last));
  }

  private static Instant seconds(long millis) {
    return Instant.ofEpochSecond(Math.floorDiv(millis, 1000));
  }
}
