package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.BySide;
import dev.tidemill.reconcile.recipe.Condition;
import dev.tidemill.reconcile.recipe.Rule;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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

  /** The table of what it matched. */
  String matches() {
    return "m" + number;
  }

  /**
   * The columns of a pair that outlive the rule: its records with what their keys are made of, the
   * shares and the deltas.
   */
  String pair(BySide<RecordKey> keys, String table) {
    var names = new ArrayList<String>(List.of("l", "r"));
    names.addAll(keys.left().carried());
    names.addAll(keys.right().carried());
    for (int i = 0; i < scored().size(); i++) {
      names.add("s" + i);
      names.add("x" + i);
    }
    return names.stream().map(name -> table + "." + name).collect(Collectors.joining(", "));
  }

  /** The shares and the deltas of its sums. */
  String ofSums(String table) {
    var names = new StringBuilder();
    for (int i = 0; i < sums.size(); i++) {
      names.append(", %1$s.t%2$d, %1$s.y%2$d".formatted(table, i));
    }
    return names.toString();
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
