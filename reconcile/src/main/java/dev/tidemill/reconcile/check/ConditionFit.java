package dev.tidemill.reconcile.check;

import dev.tidemill.reconcile.recipe.Condition;
import dev.tidemill.sql.SqlType;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Which kinds a condition can compare. */
final class ConditionFit {
  private static final Set<Kind> ORDERED =
      EnumSet.of(Kind.NUMBER, Kind.TEXT, Kind.DATE, Kind.TIMESTAMP);
  private static final Set<Kind> TEMPORAL = EnumSet.of(Kind.DATE, Kind.TIMESTAMP);

  private ConditionFit() {}

  record Misfit(String what, String next) {}

  static Optional<Misfit> misfit(Condition condition, Kind left, Kind right) {
    return switch (condition) {
      case Condition.Equal c when left == Kind.BINARY || right == Kind.BINARY ->
          no(condition, left, right, "compare other columns");
      case Condition.Equal c -> same(condition, left, right);
      case Condition.Compare c when !ORDERED.contains(left) || !ORDERED.contains(right) ->
          no(condition, left, right, "compare numbers, texts, dates or timestamps");
      case Condition.Compare c -> same(condition, left, right);
      case Condition.NormalizedEqual c -> both(condition, left, right, Kind.TEXT);
      case Condition.Similar c -> both(condition, left, right, Kind.TEXT);
      case Condition.TextTest c -> both(condition, left, right, Kind.TEXT);
      case Condition.Tolerance c -> both(condition, left, right, Kind.NUMBER);
      case Condition.Sum c -> both(condition, left, right, Kind.NUMBER);
      case Condition.DateWindow c ->
          TEMPORAL.contains(left) && TEMPORAL.contains(right)
              ? Optional.empty()
              : no(condition, left, right, "date_window compares dates or timestamps");
    };
  }

  /** Engines write decimals, doubles and timestamps differently, so no text is made of them. */
  static boolean derivable(SqlType type) {
    return type.equals(SqlType.VARCHAR) || type.equals(SqlType.BIGINT) || type.equals(SqlType.DATE);
  }

  private static Optional<Misfit> same(Condition condition, Kind left, Kind right) {
    if (left == right) {
      return Optional.empty();
    }
    if (TEMPORAL.contains(left) && TEMPORAL.contains(right)) {
      return no(condition, left, right, "use date_window with \"days\": 0");
    }
    if (EnumSet.of(left, right).equals(EnumSet.of(Kind.NUMBER, Kind.TEXT))) {
      return no(
          condition,
          left,
          right,
          "for a whole number, derive a text: {\"column\": …, \"apply\": [\"trim\"]}; or give the"
              + " column another type");
    }
    return no(condition, left, right, "compare columns of one type");
  }

  private static Optional<Misfit> both(Condition condition, Kind left, Kind right, Kind wanted) {
    return left == wanted && right == wanted
        ? Optional.empty()
        : no(condition, left, right, "this condition compares " + wanted.words() + " with another");
  }

  private static Optional<Misfit> no(Condition condition, Kind left, Kind right, String next) {
    return Optional.of(
        new Misfit(
            "%s compares %s with %s".formatted(condition.label(), left.words(), right.words()),
            next));
  }
}
