package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Allowed;
import dev.tidemill.sql.SqlType;
import java.math.BigDecimal;

/**
 * Two numbers compared exactly. Engines round when the common type of two decimals would need more
 * than 38 digits: DuckDB takes 0.04 for equal to 0.035 when one is DECIMAL(38, 2). So where digits
 * could be lost, both are first cast to one stated type; a number that does not fit is an error.
 *
 * @param left as SQL
 * @param right as SQL
 * @param scale digits after the point of both
 * @param wide whether casts are needed
 */
record Amounts(String left, String right, int scale, boolean wide) {
  private static final int MOST_DIGITS = 38;

  /** The type of a number in the form {@link Form#NUMBER}, or of a column that is compared raw. */
  static SqlType.Decimal type(SqlType type) {
    return switch (type) {
      case SqlType.Decimal decimal -> decimal;
      case SqlType.Simple simple ->
          simple == SqlType.Simple.DOUBLE
              ? new SqlType.Decimal(MOST_DIGITS, 9)
              : new SqlType.Decimal(19, 0);
    };
  }

  static Amounts of(String left, SqlType leftType, String right, SqlType rightType, int more) {
    SqlType.Decimal l = type(leftType);
    SqlType.Decimal r = type(rightType);
    int scale = Math.max(l.scale(), r.scale());
    int whole = Math.max(l.precision() - l.scale(), r.precision() - r.scale());
    boolean wide = whole + scale + more > MOST_DIGITS;
    return new Amounts(
        wide ? cast(left, scale) : left, wide ? cast(right, scale) : right, scale, wide);
  }

  /** Sums have as many digits as there are. */
  static Amounts ofSums(String left, SqlType leftType, String right, SqlType rightType) {
    return of(left, leftType, right, rightType, MOST_DIGITS);
  }

  String delta() {
    return "(%s - %s)".formatted(right, left);
  }

  /** What a tolerance allows between the two. */
  String allowed(Allowed rule) {
    BigDecimal relative = rule.relative();
    BigDecimal absolute = rule.absolute();
    if (relative == null) {
      return number(absolute == null ? BigDecimal.ZERO : absolute);
    }
    int fine = fine(rule);
    String part = "%s * greatest(abs(%s), abs(%s))".formatted(number(relative), left, right);
    if (absolute == null) {
      return wide ? cast(part, fine) : part;
    }
    return wide
        ? "greatest(%s, %s)".formatted(cast(number(absolute), fine), cast(part, fine))
        : "greatest(%s, %s)".formatted(number(absolute), part);
  }

  String within(Allowed rule) {
    String distance = "abs" + delta();
    String allowed = allowed(rule);
    return wide
        ? cast(distance, fine(rule)) + " <= " + cast(allowed, fine(rule))
        : distance + " <= " + allowed;
  }

  private int fine(Allowed rule) {
    BigDecimal relative = rule.relative();
    BigDecimal absolute = rule.absolute();
    return Math.max(
        scale + (relative == null ? 0 : relative.scale()), absolute == null ? 0 : absolute.scale());
  }

  /** How many more digits than the numbers themselves a tolerance needs. */
  static int digits(Allowed rule) {
    BigDecimal relative = rule.relative();
    BigDecimal absolute = rule.absolute();
    return 2
        + (relative == null ? 0 : relative.precision() + relative.scale())
        + (absolute == null ? 0 : absolute.precision() + absolute.scale());
  }

  static String number(BigDecimal number) {
    return number.toPlainString();
  }

  private static String cast(String expression, int scale) {
    return "CAST(%s AS DECIMAL(%d, %d))".formatted(expression, MOST_DIGITS, scale);
  }
}
