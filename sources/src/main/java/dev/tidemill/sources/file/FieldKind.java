package dev.tidemill.sources.file;

/** What kinds of text a field can be, as bits, so that a column can hold several. */
final class FieldKind {
  static final int TEXT = 1;

  /** Digits, with a minus perhaps. */
  static final int WHOLE = 2;

  /** With a decimal point. */
  static final int POINT = 4;

  /** With an exponent, finite as a double. */
  static final int EXPONENT = 8;

  static final int BOOLEAN = 16;
  static final int DATE = 32;

  /** Date and time of day. */
  static final int LOCAL_TIME = 64;

  /** Date and time of day in UTC. */
  static final int UTC_TIME = 128;

  private FieldKind() {}

  /** Kinds but those of numbers, which need more than a name. */
  static int ofWords(byte[] b, int from, int to) {
    int length = to - from;
    if ((length == 4 && isWord(b, from, "true")) || (length == 5 && isWord(b, from, "false"))) {
      return BOOLEAN;
    }
    if (length < 10 || !isDate(b, from)) {
      return TEXT;
    }
    return length == 10 ? DATE : ofTime(b, from + 10, to);
  }

  private static boolean isWord(byte[] b, int from, String word) {
    for (int i = 0; i < word.length(); i++) {
      if ((b[from + i] | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** {@code 2026-02-28}, a day that exists, in the years 1 to 9999. */
  private static boolean isDate(byte[] b, int from) {
    if (b[from + 4] != '-' || b[from + 7] != '-') {
      return false;
    }
    int century = pair(b, from);
    int year = century * 100 + pair(b, from + 2);
    int month = pair(b, from + 5);
    int day = pair(b, from + 8);
    return century >= 0
        && pair(b, from + 2) >= 0
        && year >= 1
        && month >= 1
        && month <= 12
        && day >= 1
        && day <= days(year, month);
  }

  private static int days(int year, int month) {
    return switch (month) {
      case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  /**
   * {@code T23:59:59.999999Z}; a space for the T, without fraction, without Z. Another distance
   * from UTC makes it a text, because engines read over it.
   */
  private static int ofTime(byte[] b, int from, int to) {
    if (to - from < 9
        || (b[from] != 'T' && b[from] != ' ')
        || !within(b, from + 1, 23)
        || b[from + 3] != ':'
        || !within(b, from + 4, 59)
        || b[from + 6] != ':'
        || !within(b, from + 7, 59)) {
      return TEXT;
    }
    int i = from + 9;
    if (i < to && b[i] == '.') {
      int fraction = ++i;
      while (i < to && isDigit(b[i])) {
        i++;
      }
      if (i == fraction || i - fraction > 6) {
        return TEXT;
      }
    }
    return i == to ? LOCAL_TIME : isUtc(b, i, to) ? UTC_TIME : TEXT;
  }

  /** {@code Z}, {@code +00} or {@code +00:00}. */
  private static boolean isUtc(byte[] b, int from, int to) {
    int length = to - from;
    if (b[from] == 'Z') {
      return length == 1;
    }
    return b[from] == '+'
        && (length == 3 || (length == 6 && b[from + 3] == ':' && pair(b, from + 4) == 0))
        && pair(b, from + 1) == 0;
  }

  private static boolean within(byte[] b, int at, int most) {
    int value = pair(b, at);
    return value >= 0 && value <= most;
  }

  /** Two digits; far below zero if they are none. */
  private static int pair(byte[] b, int at) {
    return isDigit(b[at]) && isDigit(b[at + 1]) ? (b[at] - '0') * 10 + b[at + 1] - '0' : -10_000;
  }

  static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
