package dev.tidemill.promql.function;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/** Functions of one number. */
public final class Elementary {
  private static final Map<String, DoubleUnaryOperator> BY_NAME =
      Map.ofEntries(
          entry("abs", Math::abs),
          entry("ceil", Math::ceil),
          entry("floor", Math::floor),
          entry("exp", Math::exp),
          entry("sqrt", Math::sqrt),
          entry("ln", Math::log),
          entry("log2", Elementary::log2),
          entry("log10", Math::log10),
          entry("sgn", v -> v < 0 ? -1 : v > 0 ? 1 : v),
          entry("sin", Math::sin),
          entry("cos", Math::cos),
          entry("tan", Math::tan),
          entry("asin", Math::asin),
          entry("acos", Math::acos),
          entry("atan", Math::atan),
          entry("sinh", Math::sinh),
          entry("cosh", Math::cosh),
          entry("tanh", Math::tanh),
          entry("asinh", Elementary::asinh),
          entry("acosh", Elementary::acosh),
          entry("atanh", Elementary::atanh),
          entry("deg", v -> v * 180 / Math.PI),
          entry("rad", v -> v * Math.PI / 180));

  private Elementary() {}

  public static Optional<DoubleUnaryOperator> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** To a multiple of {@code nearest}, half-way up. */
  public static double round(double value, double nearest) {
    double inverse = 1 / nearest;
    return Math.floor(value * inverse + 0.5) / inverse;
  }

  /** Exact for powers of two. */
  private static double log2(double v) {
    if (v >= Double.MIN_NORMAL && v < Double.POSITIVE_INFINITY) {
      int exponent = Math.getExponent(v) + 1;
      double fraction = v / Math.scalb(1.0, exponent - 1) / 2;
      return fraction == 0.5 ? exponent - 1 : Math.log(fraction) * (1 / Math.log(2)) + exponent;
    }
    return Math.log(v) / Math.log(2);
  }

  private static double asinh(double v) {
    double x = Math.abs(v);
    double result;
    if (x > 0x1p28) {
      result = Math.log(x) + Math.log(2);
    } else {
      result = Math.log1p(x + x * x / (1 + Math.sqrt(1 + x * x)));
    }
    return Math.copySign(result, v);
  }

  private static double acosh(double v) {
    if (v > 0x1p28) {
      return Math.log(v) + Math.log(2);
    }
    double t = v - 1;
    return v < 1 ? Double.NaN : Math.log1p(t + Math.sqrt(2 * t + t * t));
  }

  private static double atanh(double v) {
    double x = Math.abs(v);
    return Math.copySign(0.5 * Math.log1p(2 * x / (1 - x)), v);
  }
}
