package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.BySide;
import dev.tidemill.reconcile.recipe.Side;
import java.util.ArrayList;
import java.util.List;

/**
 * One record of the anchor's side with all records of the other that fit it: 1:N with a left
 * anchor, M:1 with a right one. A record that fits several anchors goes to the nearest, then to the
 * one with the lower key; only then are the groups judged, each as a whole.
 */
final class OneToMany {
  private final Database database;
  private final BySide<RecordKey> keys;
  private final Side anchorSide;
  private final String anchor;
  private final String member;

  OneToMany(Database database, BySide<RecordKey> keys, Side anchorSide) {
    this.database = database;
    this.keys = keys;
    this.anchorSide = anchorSide;
    anchor = WorkTable.table(anchorSide);
    member = WorkTable.table(anchorSide.other());
  }

  /** Makes the rule's matches of {@code c}. */
  Matched match(RulePlan plan) {
    String assigned = assigned(plan);
    groups(plan, assigned);
    boolean left = anchorSide == Side.LEFT;
    database.table(
        plan.matches(),
        "SELECT %s, %s AS left_first, %s AS right_first, %s AS left_size, %s AS right_size%s, a.tie_break FROM %s AS a JOIN g ON g.id = a.%s WHERE g.ok"
            .formatted(
                plan.pair(keys, "a"),
                left ? "g.id" : "g.first_member",
                left ? "g.first_member" : "g.id",
                left ? "CAST(1 AS BIGINT)" : "g.size",
                left ? "g.size" : "CAST(1 AS BIGINT)",
                plan.ofSums("g"),
                assigned,
                anchor));
    if (!plan.sums().isEmpty()) {
      database.run(
          "INSERT INTO failed_%s SELECT id, %d, why FROM g WHERE NOT ok"
              .formatted(anchor, plan.number()));
      database.run(
          "INSERT INTO failed_%s SELECT a.%s, %d, g.why FROM %s AS a JOIN g ON g.id = a.%s WHERE NOT g.ok"
              .formatted(member, member, plan.number(), assigned, anchor));
    }
    long groups = database.number("SELECT count(*) FROM g WHERE ok");
    long members = database.number("SELECT count(*) FROM " + plan.matches());
    database.run("DROP TABLE IF EXISTS a");
    List.of("c", "g").forEach(table -> database.run("DROP TABLE " + table));
    return left ? new Matched(groups, groups, members) : new Matched(groups, members, groups);
  }

  /** What stands in a FROM clause for the one pair of {@code c} of each member that counts. */
  private String assigned(RulePlan plan) {
    if (database.records("c", member) == database.number("SELECT count(*) FROM c")) {
      return "(SELECT *, CAST(NULL AS VARCHAR) AS tie_break FROM c)";
    }
    database.table(
        "a",
        """
        SELECT *, CASE WHEN fits > 1 AND same > 1 THEN 'key' WHEN fits > 1 THEN 'delta' END AS tie_break
        FROM (
          SELECT *, row_number() OVER (PARTITION BY %1$s ORDER BY score, anchor_key, %2$s) AS place,
            count(*) OVER (PARTITION BY %1$s) AS fits,
            count(*) OVER (PARTITION BY %1$s, score) AS same
          FROM (SELECT *, %3$s AS score, %4$s AS anchor_key FROM c) AS scored) AS placed
        WHERE place = 1
        """
            .formatted(
                member,
                anchor,
                new Evaluation(plan, database.engine().dialect()).score(),
                keys.get(anchorSide).carriedText(anchor)));
    return "a";
  }

  /** The table {@code g}: groups with their sums, and whether these are near enough. */
  private void groups(RulePlan plan, String assigned) {
    boolean left = anchorSide == Side.LEFT;
    var inner =
        new ArrayList<String>(
            List.of(anchor + " AS id", "count(*) AS size", "min(" + member + ") AS first_member"));
    for (int i = 0; i < plan.sums().size(); i++) {
      inner.add((left ? "min(a%1$d)" : "sum(a%1$d)").formatted(i) + " AS left_sum" + i);
      inner.add((left ? "sum(b%1$d)" : "min(b%1$d)").formatted(i) + " AS right_sum" + i);
      inner.add((left ? "count(b%1$d)" : "count(a%1$d)").formatted(i) + " AS known" + i);
    }
    database.table(
        "g",
        new Sums(plan)
            .judged(
                "SELECT %s FROM %s AS a GROUP BY %s"
                    .formatted(String.join(", ", inner), assigned, anchor),
                i -> "known" + i + " = size"));
  }
}
