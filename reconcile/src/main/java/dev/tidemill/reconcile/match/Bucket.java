package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Condition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tolerance turned into equality: values are put into buckets at least as wide as the tolerance,
 * so what is near enough lies in the same or a neighbouring one. Exact and without division, which
 * engines do differently.
 *
 * @param left over {@code l}
 * @param right over {@code r}
 * @param neighbours rows of a VALUES clause: what to add to a bucket to get it and its neighbours
 */
record Bucket(String left, String right, String neighbours) {

  /** One for each condition of the rule that can be turned into one. */
  static List<Bucket> of(RulePlan plan) {
    var buckets = new ArrayList<Bucket>();
    for (ConditionSql condition : plan.others()) {
      Bucket bucket = of(condition);
      if (bucket != null) {
        buckets.add(bucket);
      }
    }
    return buckets;
  }

  private static @Nullable Bucket of(ConditionSql sql) {
    return switch (sql.condition()) {
      case Condition.Tolerance t when t.allowed().relative() == null -> {
        BigDecimal width = t.allowed().absolute();
        yield width == null ? null : amounts(sql, width);
      }
      case Condition.DateWindow d -> days(sql, d.business() ? 7L * d.days() : d.days());
      default -> null;
    };
  }

  private static Bucket amounts(ConditionSql sql, BigDecimal tolerance) {
    if (tolerance.signum() == 0) {
      return new Bucket("l." + sql.left(), "r." + sql.right(), "(0)");
    }
    String factor = inverseOfWidth(tolerance).toPlainString();
    return new Bucket(
        "floor(l.%s * %s)".formatted(sql.left(), factor),
        "floor(r.%s * %s)".formatted(sql.right(), factor),
        "(-1), (0), (1)");
  }

  private static Bucket days(ConditionSql sql, long width) {
    if (width == 0) {
      return new Bucket("l." + sql.left(), "r." + sql.right(), "(0)");
    }
    return new Bucket(
        "(l.%1$s - mod(l.%1$s, %2$d))".formatted(sql.left(), width),
        "(r.%1$s - mod(r.%1$s, %2$d))".formatted(sql.right(), width),
        "(-%1$d), (0), (%1$d)".formatted(width));
  }

  /** 1/w for the least w of 1, 2, 5, 10, 20, … and their tenths that is not below the tolerance. */
  static BigDecimal inverseOfWidth(BigDecimal tolerance) {
    int digits = tolerance.precision() - tolerance.scale();
    BigDecimal power = BigDecimal.ONE.scaleByPowerOfTen(digits - 1);
    BigDecimal inverse = BigDecimal.ONE.scaleByPowerOfTen(1 - digits);
    if (tolerance.compareTo(power) <= 0) {
      return inverse;
    }
    if (tolerance.compareTo(power.multiply(BigDecimal.TWO)) <= 0) {
      return inverse.multiply(new BigDecimal("0.5"));
    }
    if (tolerance.compareTo(power.multiply(BigDecimal.valueOf(5))) <= 0) {
      return inverse.multiply(new BigDecimal("0.2"));
    }
    return inverse.scaleByPowerOfTen(-1);
  }
}
