package dev.tidemill.promql.syntax;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An operator between two expressions. */
public enum BinaryOp {
  OR("or", 1, Kind.SET),
  AND("and", 2, Kind.SET),
  UNLESS("unless", 2, Kind.SET),
  EQUAL("==", 3, Kind.COMPARISON),
  NOT_EQUAL("!=", 3, Kind.COMPARISON),
  LESS("<", 3, Kind.COMPARISON),
  LESS_OR_EQUAL("<=", 3, Kind.COMPARISON),
  GREATER(">", 3, Kind.COMPARISON),
  GREATER_OR_EQUAL(">=", 3, Kind.COMPARISON),
  ADD("+", 4, Kind.ARITHMETIC),
  SUBTRACT("-", 4, Kind.ARITHMETIC),
  MULTIPLY("*", 5, Kind.ARITHMETIC),
  DIVIDE("/", 5, Kind.ARITHMETIC),
  MODULO("%", 5, Kind.ARITHMETIC),
  ATAN2("atan2", 5, Kind.ARITHMETIC),
  POWER("^", 6, Kind.ARITHMETIC);

  /** A sign binds its operand like a product: looser than a power, tighter than a sum. */
  static final int ABOVE_PRODUCT = 6;

  private enum Kind {
    SET,
    COMPARISON,
    ARITHMETIC
  }

  private final String sign;
  private final int precedence;
  private final Kind kind;

  BinaryOp(String sign, int precedence, Kind kind) {
    this.sign = sign;
    this.precedence = precedence;
    this.kind = kind;
  }

  /** The operator a token stands for; words in any case. */
  static @Nullable BinaryOp of(Token token) {
    if (token.kind() != TokenKind.OPERATOR && token.kind() != TokenKind.IDENTIFIER) {
      return null;
    }
    String text = token.text().toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(op -> op.sign.equals(text)).findFirst().orElse(null);
  }

  public String sign() {
    return sign;
  }

  int precedence() {
    return precedence;
  }

  boolean rightAssociative() {
    return this == POWER;
  }

  public boolean isSet() {
    return kind == Kind.SET;
  }

  public boolean isComparison() {
    return kind == Kind.COMPARISON;
  }

  /** Whether the result is another quantity than its operands, so that the name is wrong for it. */
  public boolean changesMeaning() {
    return kind == Kind.ARITHMETIC;
  }
}
