package dev.tidemill.jobs.store;

import dev.tidemill.core.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The clock all statements share. In production it is the database's own, so that no worker's clock
 * matters; tests bind it to a clock they move.
 */
@FunctionalInterface
public interface StoreClock {

  StoreClock DATABASE = databaseNow -> databaseNow;

  /**
   * @param databaseNow the expression that asks the database for its time
   * @return the expression to use
   */
  String expression(String databaseNow);

  static StoreClock bound(TimeSource time) {
    return databaseNow -> Long.toString(micros(time.now()));
  }

  static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
