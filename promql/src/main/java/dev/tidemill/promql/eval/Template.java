package dev.tidemill.promql.eval;

import com.google.re2j.Matcher;

/** A replacement with {@code $1}, {@code ${1}}, {@code $name}, {@code $$}, as Go expands it. */
final class Template {
  private Template() {}

  /** A group that does not exist or took no part is nothing. */
  static String expand(String template, Matcher matcher) {
    var out = new BoundedText();
    int at = 0;
    while (at < template.length()) {
      int dollar = template.indexOf('$', at);
      if (dollar < 0) {
        return out.append(template.substring(at)).toString();
      }
      out.append(template.substring(at, dollar));
      at = dollar + 1;
      if (at < template.length() && template.charAt(at) == '$') {
        out.append("$");
        at++;
        continue;
      }
      boolean braces = at < template.length() && template.charAt(at) == '{';
      int start = braces ? at + 1 : at;
      int end = start;
      while (end < template.length() && isWord(template.charAt(end))) {
        end++;
      }
      boolean closed = end < template.length() && template.charAt(end) == '}';
      if (end == start || (braces && !closed)) {
        out.append("$");
        continue;
      }
      out.append(group(matcher, template.substring(start, end)));
      at = braces ? end + 1 : end;
    }
    return out.toString();
  }

  private static boolean isWord(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  private static String group(Matcher matcher, String name) {
    boolean number = name.length() < 9 && name.chars().allMatch(c -> c >= '0' && c <= '9');
    Integer index = number ? Integer.valueOf(name) : matcher.pattern().namedGroups().get(name);
    String text = index == null || index > matcher.groupCount() ? null : matcher.group(index);
    return text == null ? "" : text;
  }
}
