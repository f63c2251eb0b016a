package dev.tidemill.sources.file;

import static dev.tidemill.sources.file.FieldKind.EXPONENT;
import static dev.tidemill.sources.file.FieldKind.POINT;
import static dev.tidemill.sources.file.FieldKind.TEXT;
import static dev.tidemill.sources.file.FieldKind.WHOLE;
import static dev.tidemill.sources.file.FieldKind.isDigit;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tidemill.sql.SqlType;
import java.util.Arrays;

/**
 * The one type that holds every field of a column exactly. A number that is written in another way
 * than numbers are ({@code 007}, {@code +1}) is a text, since as a number it would lose something.
 * Not thread-safe.
 */
final class ColumnType {
  /** So many digits go through a double and come back. */
  private static final int DOUBLE_DIGITS = 15;

  private static final int MOST_DIGITS = 38;
  private static final byte[] LARGEST = "9223372036854775807".getBytes(US_ASCII);
  private static final byte[] SMALLEST = "9223372036854775808".getBytes(US_ASCII);

  private int seen;
  private int integerDigits;
  private int scale;
  private int digits;
  private boolean beyondLong;

  /** Takes a field into account; an empty one is NULL and of any type. */
  void see(byte[] b, int from, int to) {
    if (from == to || seen == TEXT) {
      return;
    }
    byte first = b[from];
    int kind = TEXT;
    if (isDigit(first) || first == '-' || first == '.') {
      kind = number(b, from, to);
    }
    if (kind == TEXT) {
      kind = FieldKind.ofWords(b, from, to);
    }
    if ((seen & kind) != kind) {
      seen = together(seen | kind);
    }
  }

  SqlType type() {
    return switch (seen) {
      case FieldKind.BOOLEAN -> SqlType.BOOLEAN;
      case FieldKind.DATE -> SqlType.DATE;
      case FieldKind.LOCAL_TIME, FieldKind.UTC_TIME -> SqlType.TIMESTAMP;
      case WHOLE -> beyondLong ? decimal() : SqlType.BIGINT;
      case POINT, WHOLE | POINT -> decimal();
      case EXPONENT, EXPONENT | POINT, EXPONENT | WHOLE, EXPONENT | WHOLE | POINT ->
          digits <= DOUBLE_DIGITS ? SqlType.DOUBLE : SqlType.VARCHAR;
      default -> SqlType.VARCHAR;
    };
  }

  /** Whether there was a field that only a value would look like. */
  boolean looksLikeData() {
    return seen != 0 && seen != TEXT;
  }

  /** Numbers go together; other kinds only with themselves. */
  private static int together(int kinds) {
    boolean numbers = (kinds & ~(WHOLE | POINT | EXPONENT)) == 0;
    return numbers || Integer.bitCount(kinds) == 1 ? kinds : TEXT;
  }

  private SqlType decimal() {
    int precision = Math.max(1, integerDigits + scale);
    return precision <= MOST_DIGITS ? SqlType.decimal(precision, scale) : SqlType.VARCHAR;
  }

  private int number(byte[] b, int from, int to) {
    int start = b[from] == '-' ? from + 1 : from;
    int i = digitsEnd(b, start, to);
    int whole = i - start;
    if (whole > 1 && b[start] == '0') {
      return TEXT;
    }
    int fraction = 0;
    boolean point = i < to && b[i] == '.';
    if (point) {
      int pointAt = i;
      i = digitsEnd(b, i + 1, to);
      fraction = i - pointAt - 1;
    }
    if (whole + fraction == 0 || (point && fraction == 0)) {
      return TEXT;
    }
    if (i < to) {
      return exponent(b, from, i, to);
    }
    integerDigits = Math.max(integerDigits, b[start] == '0' ? 0 : whole);
    scale = Math.max(scale, fraction);
    digits = Math.max(digits, whole + fraction);
    beyondLong |= !point && whole >= LARGEST.length && !fitsLong(b, start, to, start > from);
    return point ? POINT : WHOLE;
  }

  /** A double that overflows or vanishes is no double. */
  private static int exponent(byte[] b, int from, int at, int to) {
    if (b[at] != 'e' && b[at] != 'E') {
      return TEXT;
    }
    int start = at + 1 < to && (b[at + 1] == '-' || b[at + 1] == '+') ? at + 2 : at + 1;
    if (start == to || digitsEnd(b, start, to) != to || to - from > 40) {
      return TEXT;
    }
    double value = Math.abs(Double.parseDouble(new String(b, from, to - from, US_ASCII)));
    return value >= Double.MIN_NORMAL && value <= Double.MAX_VALUE ? EXPONENT : TEXT;
  }

  private static boolean fitsLong(byte[] b, int start, int to, boolean negative) {
    byte[] most = negative ? SMALLEST : LARGEST;
    return to - start == most.length && Arrays.compare(b, start, to, most, 0, most.length) <= 0;
  }

  private static int digitsEnd(byte[] b, int from, int to) {
    int i = from;
    while (i < to && isDigit(b[i])) {
      i++;
    }
    return i;
  }
}
