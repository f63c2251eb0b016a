package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Condition;
import dev.tidemill.reconcile.recipe.Rule;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.SqlType;
import java.util.ArrayList;
import java.util.List;

/**
 * A rule as pieces of SQL over {@code l}, {@code r} and, for similarities, {@code s}.
 *
 * @param number its place in the order of rules, from 0
 * @param keys equalities
 * @param others everything else that is judged pair by pair, as written
 */
record RulePlan(
    int number, Rule rule, List<ConditionSql> keys, List<ConditionSql> others, List<SumSql> sums) {

  /** A sum: the columns it adds up, without alias. */
  record SumSql(
      Condition.Sum condition, String left, SqlType leftType, String right, SqlType rightType) {
    String column(Side side) {
      return side == Side.LEFT ? left : right;
    }
  }

  static RulePlan of(int number, Rule rule, WorkColumns left, WorkColumns right) {
    var keys = new ArrayList<ConditionSql>();
    var others = new ArrayList<ConditionSql>();
    int similarities = 0;
    for (Condition.OfPair condition : rule.pairConditions()) {
      String similarity = condition instanceof Condition.Similar ? "s.v" + similarities++ : "none";
      ConditionSql sql = ConditionSql.of(condition, left, right, similarity);
      (condition instanceof Condition.Key ? keys : others).add(sql);
    }
    List<SumSql> sums =
        rule.sums().stream()
            .map(
                sum ->
                    new SumSql(
                        sum,
                        left.name(sum.left(), Form.NUMBER),
                        left.type(sum.left()),
                        right.name(sum.right(), Form.NUMBER),
                        right.type(sum.right())))
            .toList();
    return new RulePlan(number, rule, List.copyOf(keys), List.copyOf(others), sums);
  }

  List<ConditionSql> scored() {
    return others.stream().filter(ConditionSql::scored).toList();
  }

  List<ConditionSql> similarities() {
    return others.stream().filter(c -> c.condition() instanceof Condition.Similar).toList();
  }

  List<ConditionSql> withoutSimilarities() {
    return others.stream().filter(c -> !(c.condition() instanceof Condition.Similar)).toList();
  }

  static String all(List<ConditionSql> conditions) {
    return conditions.isEmpty()
        ? "TRUE"
        : String.join(" AND ", conditions.stream().map(ConditionSql::holds).toList());
  }
}
