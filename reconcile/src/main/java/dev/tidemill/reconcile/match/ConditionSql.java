package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Condition;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.SqlType;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a pair as SQL over the aliases {@code l} and {@code r}.
 *
 * @param left the left operand's column, without alias
 * @param holds true when it does; false or NULL when not
 * @param unknown true when an operand is NULL
 * @param delta signed distance from left to right, for conditions that have one
 * @param share distance as a part of what is allowed, a double, for conditions that have a distance
 */
record ConditionSql(
    Condition.OfPair condition,
    String left,
    String right,
    String holds,
    String unknown,
    @Nullable String delta,
    @Nullable String share) {

  boolean scored() {
    return share != null;
  }

  /** Why a pair that fails it was rejected. */
  String code() {
    return switch (condition) {
      case Condition.Key key -> "key_differs";
      case Condition.Tolerance t -> "amount_outside_tolerance";
      case Condition.DateWindow d -> "date_outside_window";
      case Condition.Similar s -> "similarity_below_threshold";
      case Condition.Compare c -> "comparison_failed";
      case Condition.TextTest t -> "text_differs";
    };
  }

  /**
   * @param similarity the column that holds the pair's similarity, for {@link Condition.Similar}
   */
  static ConditionSql of(
      Condition.OfPair condition, WorkColumns left, WorkColumns right, String similarity) {
    var operands = new Operands(condition, left, right);
    return switch (condition) {
      case Condition.Equal c -> {
        operands.as(comparable(c, left, right));
        operands.exactly();
        yield operands.plain(c.nullEqualsNull() ? "%s IS NOT DISTINCT FROM %s" : "%s = %s");
      }
      case Condition.NormalizedEqual c -> {
        operands.as(c.stripPunctuation() ? Form.BARE : Form.NORMAL);
        yield operands.plain("%s = %s");
      }
      case Condition.Compare c -> {
        operands.as(comparable(c, left, right));
        operands.exactly();
        yield operands.plain("%s " + c.comparison().sign() + " %s");
      }
      case Condition.TextTest c -> {
        operands.as(Form.RAW);
        yield operands.plain(textTest(c.relation()));
      }
      case Condition.Tolerance c -> {
        operands.as(Form.NUMBER);
        Amounts amounts = operands.amounts(Amounts.digits(c.allowed()));
        yield operands.near(
            amounts.delta(), amounts.within(c.allowed()), amounts.allowed(c.allowed()));
      }
      case Condition.DateWindow c -> {
        operands.as(c.business() ? Form.BUSINESS_DAY : Form.DAY);
        String sevenths = "(%s - %s)".formatted(operands.r, operands.l);
        String delta = c.business() ? "CAST(%s / 7 AS BIGINT)".formatted(sevenths) : sevenths;
        yield operands.near(
            delta, "abs(%s) <= %d".formatted(delta, c.days()), String.valueOf(c.days()));
      }
      case Condition.Similar c -> {
        operands.as(Form.NORMAL);
        yield operands.similar(similarity, c.threshold());
      }
    };
  }

  /** Distance as a part of what is allowed; where nothing is allowed, the distance itself. */
  static String share(String delta, String allowed) {
    return ("CASE WHEN %1$s = 0 THEN 0e0 WHEN %2$s = 0 THEN round(CAST(abs(%1$s) AS DOUBLE), 9)"
            + " ELSE round(CAST(abs(%1$s) AS DOUBLE) / CAST(%2$s AS DOUBLE), 9) END")
        .formatted("(" + delta + ")", "(" + allowed + ")");
  }

  private static Form comparable(Condition c, WorkColumns left, WorkColumns right) {
    boolean floating =
        left.type(c.left()).equals(SqlType.DOUBLE) || right.type(c.right()).equals(SqlType.DOUBLE);
    return floating ? Form.NUMBER : Form.RAW;
  }

  private static String textTest(Condition.TextRelation relation) {
    return switch (relation) {
      case CONTAINS -> "(%2$s <> '' AND strpos(%1$s, %2$s) > 0)";
      case STARTSWITH -> "(%2$s <> '' AND starts_with(%1$s, %2$s))";
      case ENDSWITH ->
          "(%2$s <> '' AND length(%1$s) >= length(%2$s)"
              + " AND substr(%1$s, length(%1$s) - length(%2$s) + 1) = %2$s)";
    };
  }

  /** The two columns of a condition, and what is made of them. */
  private static final class Operands {
    private final Condition.OfPair condition;
    private final WorkColumns left;
    private final WorkColumns right;
    private String leftName = "";
    private String rightName = "";
    private String l = "";
    private String r = "";

    Operands(Condition.OfPair condition, WorkColumns left, WorkColumns right) {
      this.condition = condition;
      this.left = left;
      this.right = right;
    }

    void as(Form form) {
      leftName = left.name(condition.operand(Side.LEFT), form);
      rightName = right.name(condition.operand(Side.RIGHT), form);
      l = "l." + leftName;
      r = "r." + rightName;
    }

    Amounts amounts(int moreDigits) {
      return Amounts.of(
          l, left.type(condition.left()), r, right.type(condition.right()), moreDigits);
    }

    /** Numbers whose common type would be rounded are cast to one that is not. */
    void exactly() {
      if (isNumber(left.type(condition.left()))) {
        Amounts amounts = amounts(0);
        l = amounts.left();
        r = amounts.right();
      }
    }

    private static boolean isNumber(SqlType type) {
      return type instanceof SqlType.Decimal
          || type.equals(SqlType.BIGINT)
          || type.equals(SqlType.DOUBLE);
    }

    private String unknown() {
      return "(%s IS NULL OR %s IS NULL)".formatted(l, r);
    }

    ConditionSql plain(String template) {
      return new ConditionSql(
          condition, leftName, rightName, template.formatted(l, r), unknown(), null, null);
    }

    ConditionSql near(String delta, String holds, String allowed) {
      return new ConditionSql(
          condition, leftName, rightName, holds, unknown(), delta, share(delta, allowed));
    }

    ConditionSql similar(String similarity, BigDecimal threshold) {
      BigDecimal room = BigDecimal.ONE.subtract(threshold);
      String share =
          room.signum() == 0
              ? "1e0 - " + similarity
              : "(1e0 - %s) / CAST(%s AS DOUBLE)".formatted(similarity, Amounts.number(room));
      return new ConditionSql(
          condition,
          leftName,
          rightName,
          "%s >= CAST(%s AS DOUBLE)".formatted(similarity, Amounts.number(threshold)),
          unknown(),
          "CAST(%s AS DECIMAL(10, 9))".formatted(similarity),
          "round(%s, 9)".formatted(share));
    }
  }
}
