package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Allowed;
import java.util.ArrayList;
import java.util.function.IntFunction;

/** Judges groups by the sums of their sides. */
record Sums(RulePlan plan) {

  /**
   * @param groups a query that gives {@code left_sum0}, {@code right_sum0}, …
   * @param complete what holds when no amount of the i-th sum is NULL
   * @return its columns and the deltas {@code y0…}, the shares {@code t0…}, {@code ok}, and {@code
   *     why} not
   */
  String judged(String groups, IntFunction<String> complete) {
    var columns = new ArrayList<String>();
    var holds = new ArrayList<String>();
    var why = new StringBuilder("CASE");
    for (int i = 0; i < plan.sums().size(); i++) {
      RulePlan.SumSql sum = plan.sums().get(i);
      Allowed rule = sum.condition().allowed();
      Amounts amounts =
          Amounts.ofSums("left_sum" + i, sum.leftType(), "right_sum" + i, sum.rightType());
      String delta = amounts.delta();
      String near = amounts.within(rule);
      columns.add("%s AS y%d".formatted(delta, i));
      columns.add("%s AS t%d".formatted(ConditionSql.share(delta, amounts.allowed(rule)), i));
      holds.add("coalesce(%s AND %s, FALSE)".formatted(complete.apply(i), near));
      why.append(
          " WHEN NOT coalesce(%s, FALSE) OR %s IS NULL THEN 'an amount of the group is missing'"
              .formatted(complete.apply(i), delta));
      why.append(
          " WHEN NOT (%s) THEN 'the sums differ by ' || CAST(%s AS VARCHAR)"
              .formatted(near, delta));
    }
    if (plan.sums().isEmpty()) {
      return "SELECT *, TRUE AS ok FROM (%s) AS grouped".formatted(groups);
    }
    return "SELECT *, %s, %s AS ok, %s END AS why FROM (%s) AS grouped"
        .formatted(String.join(", ", columns), String.join(" AND ", holds), why, groups);
  }
}
