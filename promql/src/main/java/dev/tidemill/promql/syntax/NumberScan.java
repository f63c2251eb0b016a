package dev.tidemill.promql.syntax;

/** Finds the end of a number or duration. Digits may be parted by underscores, as in Go. */
final class NumberScan {
  private static final String DECIMAL = "0123456789";
  private static final String HEXADECIMAL = DECIMAL + "abcdefABCDEF";

  private final String text;
  private final int start;
  private int at;

  NumberScan(String text, int start) {
    this.text = text;
    this.start = start;
    this.at = start;
  }

  int end() {
    return at;
  }

  /** Whether a whole number stands here. If not, {@link #restOfDuration} may follow. */
  boolean number() {
    String digits = DECIMAL;
    if (accept("0") && accept("xX")) {
      accept("_");
      digits = HEXADECIMAL;
    }
    return body(digits) && at > start && !Characters.isWord(peek());
  }

  private boolean body(String digits) {
    boolean hexadecimal = !digits.equals(DECIMAL);
    boolean dot = false;
    boolean exponent = false;
    while (true) {
      if (is(digits)) {
        at++;
      } else if (accept(".")) {
        if (dot || exponent || hexadecimal || is("_.")) {
          return false;
        }
        dot = true;
      } else if (!hexadecimal && accept("eE")) {
        if (exponent) {
          return false;
        }
        exponent = true;
        accept("+-");
        if (!is(DECIMAL)) {
          return false;
        }
      } else if (accept("_")) {
        if (!is(digits)) {
          return false;
        }
      } else {
        return true;
      }
    }
  }

  /** Whether what was read so far goes on as a duration, as in {@code 1h30m}. */
  boolean restOfDuration() {
    while (true) {
      if (!accept("smhdwy")) {
        return false;
      }
      if (text.charAt(at - 1) == 'm') {
        accept("s");
      }
      if (!is(DECIMAL)) {
        return !Characters.isWord(peek());
      }
      while (accept(DECIMAL)) {}
    }
  }

  private boolean accept(String set) {
    if (is(set)) {
      at++;
      return true;
    }
    return false;
  }

  private boolean is(String set) {
    return at < text.length() && set.indexOf(text.charAt(at)) >= 0;
  }

  private char peek() {
    return Characters.at(text, at);
  }
}
