package dev.tidemill.server.prometheus;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Label names in paths: {@code U__} begins a name whose odd characters are {@code _HEX_}. */
final class EscapedName {
  private static final Pattern CODE = Pattern.compile("__|_([0-9a-fA-F]{1,6})_");

  private EscapedName() {}

  static String decoded(String name) {
    if (!name.startsWith("U__")) {
      return name;
    }
    Matcher matcher = CODE.matcher(name.substring(3));
    return matcher.replaceAll(
        found -> {
          if (found.group(1) == null) {
            return "_";
          }
          int point = Integer.parseInt(found.group(1), 16);
          return Character.isValidCodePoint(point)
              ? Matcher.quoteReplacement(Character.toString(point))
              : Matcher.quoteReplacement(found.group());
        });
  }
}
