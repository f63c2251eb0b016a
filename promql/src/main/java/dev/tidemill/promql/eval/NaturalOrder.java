package dev.tidemill.promql.eval;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts in the order people expect: numbers within them by their size. */
final class NaturalOrder {
  private static final Pattern PART = Pattern.compile("\\d+|\\D+");

  private NaturalOrder() {}

  static int compare(String a, String b) {
    List<String> x = parts(a);
    List<String> y = parts(b);
    for (int i = 0; i < Math.min(x.size(), y.size()); i++) {
      int order = comparePart(x.get(i), y.get(i));
      if (order != 0) {
        return order;
      }
    }
    return x.size() == y.size() ? a.compareTo(b) : Integer.compare(x.size(), y.size());
  }

  private static int comparePart(String a, String b) {
    boolean numbers = isNumber(a) && isNumber(b);
    return numbers ? new BigInteger(a).compareTo(new BigInteger(b)) : a.compareTo(b);
  }

  private static boolean isNumber(String part) {
    return part.charAt(0) >= '0' && part.charAt(0) <= '9';
  }

  private static List<String> parts(String text) {
    var parts = new ArrayList<String>();
    Matcher matcher = PART.matcher(text);
    while (matcher.find()) {
      parts.add(matcher.group());
    }
    return parts;
  }
}
