package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.Dialect;
import java.util.ArrayList;
import java.util.List;

/**
 * One record of the anchor's side with all records of the other that fit it: 1:N with a left
 * anchor, M:1 with a right one. A record that fits several anchors goes to the nearest, then to the
 * one with the lower key; only then are the groups judged, each as a whole.
 */
final class OneToMany {
  private final Database database;
  private final Dialect dialect;
  private final Side anchorSide;
  private final String anchor;
  private final String member;

  OneToMany(Database database, Dialect dialect, Side anchorSide) {
    this.database = database;
    this.dialect = dialect;
    this.anchorSide = anchorSide;
    anchor = anchorSide == Side.LEFT ? "l" : "r";
    member = anchorSide == Side.LEFT ? "r" : "l";
  }

  /** Moves matches from {@code c} to {@code matches}; how many groups. */
  long match(RulePlan plan) {
    var evaluation = new Evaluation(plan, dialect);
    assign(evaluation);
    groups(plan);
    boolean left = anchorSide == Side.LEFT;
    database.run(
        "INSERT INTO matches SELECT %d, a.l, a.r, %s, %s, %s, %s, %s, %s, a.tie_break FROM a JOIN g ON g.id = a.%s WHERE g.ok"
            .formatted(
                plan.number(),
                left ? "g.id" : "g.first_member",
                left ? "g.first_member" : "g.id",
                left ? "1" : "g.size",
                left ? "g.size" : "1",
                evaluation.confidence(),
                evaluation.deltas(),
                anchor));
    if (!plan.sums().isEmpty()) {
      database.run(
          "INSERT INTO failed_%s SELECT id, %d, why FROM g WHERE NOT ok"
              .formatted(anchor, plan.number()));
      database.run(
          "INSERT INTO failed_%s SELECT a.%s, %d, g.why FROM a JOIN g ON g.id = a.%s WHERE NOT g.ok"
              .formatted(member, member, plan.number(), anchor));
    }
    long matched = database.number("SELECT count(*) FROM g WHERE ok");
    List.of("a", "g").forEach(table -> database.run("DROP TABLE " + table));
    return matched;
  }

  /** The table {@code a}: of {@code c} the one pair of each member that counts. */
  private void assign(Evaluation evaluation) {
    List<Long> counts =
        database.numbers("SELECT count(*), count(DISTINCT %s) FROM c".formatted(member));
    if (counts.get(0).equals(counts.get(1))) {
      database.table("a", "SELECT *, CAST(NULL AS VARCHAR) AS tie_break FROM c");
      return;
    }
    database.table(
        "a",
        """
        SELECT *, CASE WHEN fits > 1 AND same > 1 THEN 'key' WHEN fits > 1 THEN 'delta' END AS tie_break
        FROM (
          SELECT *, row_number() OVER (PARTITION BY %1$s ORDER BY score, anchor_key, %2$s) AS place,
            count(*) OVER (PARTITION BY %1$s) AS fits,
            count(*) OVER (PARTITION BY %1$s, score) AS same
          FROM (
            SELECT c.*, %3$s AS score, k.record_key AS anchor_key
            FROM c JOIN %2$s AS k ON k.rid = c.%2$s) AS scored) AS placed
        WHERE place = 1
        """
            .formatted(member, anchor, evaluation.score()));
  }

  /** The table {@code g}: groups with their sums, and whether these are near enough. */
  private void groups(RulePlan plan) {
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
                "SELECT %s FROM a GROUP BY %s".formatted(String.join(", ", inner), anchor),
                i -> "known" + i + " = size"));
  }
}
