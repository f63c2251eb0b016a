package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Side;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What of the other side could be a candidate of anything that stayed unmatched. Rules often share
 * keys, or one has more than another: the other side is then looked through once for all of them,
 * and each compares only what agrees on the keys they share.
 */
final class WithinReach {
  private final Database database;
  private final Side side;
  private final List<RulePlan> plans;
  private final Blocking.Relations all;
  private final Map<Set<String>, Blocking.Relations> reduced = new HashMap<>();
  private final List<String> tables = new ArrayList<>();

  /**
   * @param side the unmatched
   * @param all the unmatched of that side and everything of the other
   */
  WithinReach(Database database, Side side, List<RulePlan> plans, Blocking.Relations all) {
    this.database = database;
    this.side = side;
    this.plans = plans;
    this.all = all;
  }

  Blocking.Relations of(RulePlan plan) {
    Set<String> shared = shared(plan);
    long rules = plans.stream().filter(p -> shared.equals(shared(p))).count();
    return rules < 2 ? all : reduced.computeIfAbsent(shared, keys -> reduce(keys));
  }

  /** The fewest keys of a rule that are all keys of this one as well. */
  private Set<String> shared(RulePlan plan) {
    Set<String> best = keys(plan).keySet();
    for (RulePlan other : plans) {
      Set<String> keys = keys(other).keySet();
      if (!keys.isEmpty() && keys.size() < best.size() && best.containsAll(keys)) {
        best = keys;
      }
    }
    return best;
  }

  private static Map<String, ConditionSql> keys(RulePlan plan) {
    return plan.keys().stream()
        .collect(Collectors.toMap(ConditionSql::holds, k -> k, (a, b) -> a, LinkedHashMap::new));
  }

  private Blocking.Relations reduce(Set<String> keys) {
    String table = "reach%d".formatted(tables.size());
    boolean left = side == Side.LEFT;
    database.table(
        table,
        "SELECT %1$s.* FROM %2$s AS %1$s WHERE EXISTS (SELECT 1 FROM %3$s AS %4$s WHERE %5$s)"
            .formatted(
                WorkTable.table(side.other()),
                left ? all.right() : all.left(),
                left ? all.left() : all.right(),
                WorkTable.table(side),
                String.join(" AND ", keys)));
    tables.add(table);
    long rows = database.number("SELECT count(*) FROM " + table);
    return left
        ? new Blocking.Relations(all.left(), table, all.leftRows(), rows)
        : new Blocking.Relations(table, all.right(), rows, all.rightRows());
  }

  void drop() {
    tables.forEach(table -> database.run("DROP TABLE " + table));
  }
}
