package dev.tidemill.promql.function;

import dev.tidemill.promql.syntax.BinaryOp;

/** Operators on two numbers. */
public final class Arithmetic {
  private Arithmetic() {}

  /** The result; of a comparison, whether it holds as 1 or 0. */
  public static double apply(BinaryOp op, double a, double b) {
    return switch (op) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / b;
      case MODULO -> a % b;
      case ATAN2 -> Math.atan2(a, b);
      case POWER -> power(a, b);
      case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          holds(op, a, b) ? 1 : 0;
      case AND, OR, UNLESS ->
          throw new IllegalArgumentException(op.sign() + " works on series, not on numbers");
    };
  }

  public static boolean holds(BinaryOp op, double a, double b) {
    return switch (op) {
      case EQUAL -> a == b;
      case NOT_EQUAL -> a != b;
      case LESS -> a < b;
      case LESS_OR_EQUAL -> a <= b;
      case GREATER -> a > b;
      case GREATER_OR_EQUAL -> a >= b;
      default -> throw new IllegalArgumentException(op.sign() + " compares nothing");
    };
  }

  /** Go says one where Java does not know: of one to any power, of minus one to an infinite one. */
  private static double power(double a, double b) {
    return a == 1 || (a == -1 && Double.isInfinite(b)) ? 1 : Math.pow(a, b);
  }
}
