package dev.tidemill.sources.mariadb;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Dates and times as the server writes them: {@code 2026-11-15 08:30:00.250000}. */
final class MariaTimes {
  private MariaTimes() {}

  static long micros(String text) {
    LocalDateTime time =
        text.length() == 10
            ? LocalDate.parse(text).atStartOfDay()
            : LocalDateTime.parse(text.replace(' ', 'T'));
    return time.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + time.getNano() / 1000;
  }

  static String text(long micros) {
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(micros, 1_000_000L),
            (int) Math.floorMod(micros, 1_000_000L) * 1000,
            ZoneOffset.UTC);
    return "%s %02d:%02d:%02d.%06d"
        .formatted(
            time.toLocalDate(),
            time.getHour(),
            time.getMinute(),
            time.getSecond(),
            time.getNano() / 1000);
  }
}
