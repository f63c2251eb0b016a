package dev.tidemill.reconcile.match;

import static java.util.stream.Collectors.joining;

import dev.tidemill.reconcile.recipe.BySide;
import dev.tidemill.reconcile.recipe.Condition;
import dev.tidemill.reconcile.recipe.Side;
import java.util.ArrayList;
import java.util.List;

/**
 * All free records of both sides that share a key are a group. Its records are paired in file
 * order; the last one of the shorter side stands beside what is left of the longer, so that a group
 * of m and n records has max(m, n) rows and not m × n.
 */
final class ManyToMany {
  private final Database database;
  private final BySide<RecordKey> keys;

  ManyToMany(Database database, BySide<RecordKey> keys) {
    this.database = database;
    this.keys = keys;
  }

  /** Makes the rule's matches of free records. */
  Matched match(RulePlan plan, Blocking.Relations free) {
    database.table(
        "g",
        new Sums(plan)
            .judged(
                groups(plan, free),
                i -> "left_known%1$d = left_size AND right_known%1$d = right_size".formatted(i)));
    database.table("lm", members(plan, Side.LEFT, free.left()));
    database.table("rm", members(plan, Side.RIGHT, free.right()));
    String some =
        "SELECT lm.rid AS l, rm.rid AS r%s%s, g.left_first, g.right_first, g.left_size, g.right_size%s, CAST(NULL AS VARCHAR) AS tie_break FROM g JOIN lm ON lm.id = g.left_first JOIN rm ON rm.id = g.left_first WHERE g.ok AND "
            .formatted(keys.left().carry("lm"), keys.right().carry("rm"), plan.ofSums("g"));
    database.table(
        plan.matches(),
        some
            + "rm.place = lm.place UNION ALL "
            + some
            + "rm.place = g.right_size AND lm.place > g.right_size UNION ALL "
            + some
            + "lm.place = g.left_size AND rm.place > g.left_size");
    if (!plan.sums().isEmpty()) {
      for (String side : List.of("l", "r")) {
        database.run(
            "INSERT INTO failed_%1$s SELECT m.rid, %2$d, g.why FROM %1$sm AS m JOIN g ON g.left_first = m.id WHERE NOT g.ok"
                .formatted(side, plan.number()));
      }
    }
    List<Long> counts =
        database.numbers("SELECT count(*), sum(left_size), sum(right_size) FROM g WHERE ok");
    List.of("g", "lm", "rm").forEach(table -> database.run("DROP TABLE " + table));
    return new Matched(counts.get(0), counts.get(1), counts.get(2));
  }

  private static String groups(RulePlan plan, Blocking.Relations free) {
    var columns =
        new ArrayList<String>(
            List.of(
                "l.first AS left_first",
                "r.first AS right_first",
                "l.size AS left_size",
                "r.size AS right_size"));
    for (int i = 0; i < plan.keys().size(); i++) {
      columns.add("l.%s AS left_key%d".formatted(plan.keys().get(i).left(), i));
      columns.add("r.%s AS right_key%d".formatted(plan.keys().get(i).right(), i));
    }
    for (int i = 0; i < plan.sums().size(); i++) {
      columns.add("l.total%1$d AS left_sum%1$d, l.known%1$d AS left_known%1$d".formatted(i));
      columns.add("r.total%1$d AS right_sum%1$d, r.known%1$d AS right_known%1$d".formatted(i));
    }
    return "SELECT %s FROM (%s) AS l JOIN (%s) AS r ON %s"
        .formatted(
            String.join(", ", columns),
            ofOneSide(plan, Side.LEFT, free.left()),
            ofOneSide(plan, Side.RIGHT, free.right()),
            RulePlan.all(plan.keys()));
  }

  private static String ofOneSide(RulePlan plan, Side side, String relation) {
    String keys = String.join(", ", joined(plan, side).stream().distinct().toList());
    var columns = new ArrayList<String>(List.of(keys, "count(*) AS size", "min(rid) AS first"));
    for (int i = 0; i < plan.sums().size(); i++) {
      String amount = plan.sums().get(i).column(side);
      columns.add("sum(%1$s) AS total%2$d, count(%1$s) AS known%2$d".formatted(amount, i));
    }
    return "SELECT %s FROM %s AS x GROUP BY %s"
        .formatted(String.join(", ", columns), relation, keys);
  }

  /** Every record of a group, with the group's id and its place in it. */
  private String members(RulePlan plan, Side side, String relation) {
    var on = new ArrayList<String>();
    List<String> joined = joined(plan, side);
    for (int i = 0; i < joined.size(); i++) {
      boolean nulls =
          plan.keys().get(i).condition() instanceof Condition.Equal e && e.nullEqualsNull();
      on.add(
          "x.%s %s g.%s_key%d"
              .formatted(joined.get(i), nulls ? "IS NOT DISTINCT FROM" : "=", side.word(), i));
    }
    return "SELECT x.rid%s, g.left_first AS id, row_number() OVER (PARTITION BY g.left_first ORDER BY x.rid) AS place FROM %s AS x JOIN g ON %s"
        .formatted(
            keys.get(side).inputs().stream().map(name -> ", x." + name).collect(joining()),
            relation,
            String.join(" AND ", on));
  }

  private static List<String> joined(RulePlan plan, Side side) {
    return plan.keys().stream().map(k -> side == Side.LEFT ? k.left() : k.right()).toList();
  }
}
