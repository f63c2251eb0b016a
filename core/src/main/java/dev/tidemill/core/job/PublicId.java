package dev.tidemill.core.job;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.util.regex.Pattern;

/** Keys are numbers inside and carry the name of their kind outside: {@code run_42}. */
final class PublicId {
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

  private PublicId() {}

  static long parse(String kind, String text) {
    String digits = text.startsWith(kind + "_") ? text.substring(kind.length() + 1) : text;
    if (!DIGITS.matcher(digits).matches()) {
      throw Problem.of(CoreError.INVALID_INPUT, "'%s' is not a %s id".formatted(text, kind))
          .next("a %s id looks like %s_42".formatted(kind, kind))
          .exception();
    }
    return Long.parseLong(digits);
  }

  static String format(String kind, long value) {
    return kind + "_" + value;
  }
}
