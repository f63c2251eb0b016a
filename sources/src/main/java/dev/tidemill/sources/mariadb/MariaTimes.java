package dev.tidemill.sources.mariadb;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

/** Dates and times as the server writes them: {@code 2026-11-15 08:30:00.250000}. */
final class MariaTimes {
  private static final LocalDateTime EPOCH = LocalDate.EPOCH.atStartOfDay();

  private MariaTimes() {}

  static long micros(String text) {
    LocalDateTime time =
        text.length() == 10
            ? LocalDate.parse(text).atStartOfDay()
            : LocalDateTime.parse(text.replace(' ', 'T'));
    return ChronoUnit.MICROS.between(EPOCH, time);
  }

  static String text(long micros) {
    LocalDateTime time = EPOCH.plus(micros, ChronoUnit.MICROS);
    return "%s %02d:%02d:%02d.%06d"
        .formatted(
            time.toLocalDate(),
            time.getHour(),
            time.getMinute(),
            time.getSecond(),
            time.getNano() / 1000);
  }
}
