package dev.tidemill.promql.syntax;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/** Numbers as Go reads and writes them. */
public final class Numbers {
  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

  private Numbers() {}

  /**
   * A literal: decimal, hexadecimal, octal with a leading zero, {@code Inf}, {@code NaN}.
   *
   * @throws NumberFormatException if it is none
   */
  public static double parse(String literal) {
    String text = literal.replace("_", "").toLowerCase(Locale.ROOT);
    String digits = text.startsWith("+") || text.startsWith("-") ? text.substring(1) : text;
    double sign = text.startsWith("-") ? -1 : 1;
    if (digits.startsWith("0x")) {
      var value = new BigInteger(digits.substring(2), 16);
      if (value.compareTo(MAX) > 0) {
        throw new NumberFormatException(literal + " is too large");
      }
      return sign * value.doubleValue();
    }
    if (digits.length() > 1 && digits.matches("0[0-7]+")) {
      var value = new BigInteger(digits, 8);
      if (value.compareTo(MAX) <= 0) {
        return sign * value.doubleValue();
      }
    }
    return sign * decimal(digits, literal);
  }

  /**
   * A number within a text, such as a label's value: decimal only, a leading zero means nothing.
   *
   * @throws NumberFormatException if it is none
   */
  public static double parseDecimal(String text) {
    String digits = text.startsWith("+") || text.startsWith("-") ? text.substring(1) : text;
    double value = decimal(digits.toLowerCase(Locale.ROOT), text);
    return text.startsWith("-") ? -value : value;
  }

  private static double decimal(String digits, String literal) {
    return switch (digits) {
      case "inf", "infinity" -> Double.POSITIVE_INFINITY;
      case "nan" -> Double.NaN;
      default -> {
        if (!digits.matches("(\\d+\\.?\\d*|\\.\\d+)(e[+-]?\\d+)?")) {
          throw new NumberFormatException(literal + " is no number");
        }
        double value = Double.parseDouble(digits);
        if (Double.isInfinite(value)) {
          throw new NumberFormatException(literal + " is out of range");
        }
        yield value;
      }
    };
  }

  /** The shortest that reads back the same; an exponent from a million on and below 0.0001. */
  public static String format(double value) {
    return shortest(value, true);
  }

  /** The same digits, but never an exponent. */
  public static String plain(double value) {
    return shortest(value, false);
  }

  private static String shortest(double value, boolean exponents) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    var decimal = new BigDecimal(Double.toString(Math.abs(value))).stripTrailingZeros();
    String sign = value < 0 ? "-" : "";
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (!exponents || (exponent >= -4 && exponent < 6)) {
      return sign + decimal.toPlainString();
    }
    String digits = decimal.unscaledValue().toString();
    String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
    return "%s%s%se%s%02d"
        .formatted(sign, digits.charAt(0), fraction, exponent < 0 ? "-" : "+", Math.abs(exponent));
  }
}
