package dev.tidemill.spike.arrowjdk25;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** The row with a given number: a pure function, so that reader and checker agree without data. */
record Sample(
    Integer small, Long big, Double real, BigDecimal exact, String text, Long micros, long row) {

  private static final BigDecimal LARGEST =
      new BigDecimal(BigInteger.TEN.pow(38).subtract(BigInteger.ONE), 9);
  private static final double[] ODD_REALS = {
    -0.0,
    0.1,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    Math.PI
  };
  private static final String[] ODD_TEXTS = {
    "", " ", "é", "\u20ac", "日本", "🌊", "a'b\"c", "line\nline"
  };

  static Sample of(long row) {
    int odd = (int) (row % 64);
    return new Sample(
        isNull(row, 0) ? null : odd == 1 ? Integer.MIN_VALUE : (int) (row * 31),
        isNull(row, 1) ? null : odd == 2 ? Long.MIN_VALUE : row * 0x9E3779B97F4A7C15L,
        isNull(row, 2) ? null : odd < 8 ? ODD_REALS[odd] : row / 3.0,
        isNull(row, 3) ? null : decimal(row, odd),
        isNull(row, 4) ? null : odd < 8 ? ODD_TEXTS[odd] : "order-" + row,
        isNull(row, 5) ? null : odd == 3 ? -1L : 1_700_000_000_000_000L + row * 1_000_003,
        row);
  }

  private static BigDecimal decimal(long row, int odd) {
    return switch (odd) {
      case 1 -> LARGEST;
      case 2 -> LARGEST.negate();
      case 3 -> new BigDecimal("0.000000001");
      default -> BigDecimal.valueOf(row * 1_000_000_007L, 9);
    };
  }

  /** A null in each column once in eleven rows, and every so often a row of nulls. */
  private static boolean isNull(long row, int column) {
    return row % 11 == column || row % 1000 == 999;
  }

  static LocalDateTime time(long micros) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L),
        (int) Math.floorMod(micros, 1_000_000L) * 1000,
        ZoneOffset.UTC);
  }
}
