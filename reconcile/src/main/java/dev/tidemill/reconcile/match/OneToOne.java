package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.BySide;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Pairs of which neither record is in another pair are decided by the engine. The rest are taken
 * one after the other, the nearest first, then by the left and the right key; a pair is matched
 * when both its records are still free. That is one pass in Java over sorted pairs, with a bit per
 * record.
 */
final class OneToOne {
  private final Database database;
  private final BySide<RecordKey> keys;
  private final int page;

  OneToOne(Database database, BySide<RecordKey> keys, int page) {
    this.database = database;
    this.keys = keys;
    this.page = page;
  }

  /** Makes the rule's matches of {@code c}. */
  Matched match(RulePlan plan) {
    long pairs = database.number("SELECT count(*) FROM c");
    if (database.records("c", "l") == pairs && database.records("c", "r") == pairs) {
      // As it is: most rules of most recipes end here, and with millions of pairs.
      String stored = plan.matches() + "_pairs";
      database.run("ALTER TABLE c RENAME TO " + stored);
      database.run(
          "CREATE VIEW %s AS SELECT *, CAST(NULL AS VARCHAR) AS tie_break FROM %s"
              .formatted(plan.matches(), stored));
      return new Matched(pairs, pairs, pairs);
    }
    contested(new Evaluation(plan, database.engine().dialect()));
    resolve();
    database.table(
        plan.matches(),
        """
        SELECT c.*, CAST(NULL AS VARCHAR) AS tie_break FROM c
        WHERE NOT EXISTS (SELECT 1 FROM cl WHERE cl.l = c.l)
          AND NOT EXISTS (SELECT 1 FROM cr WHERE cr.r = c.r)
        UNION ALL
        SELECT c.*, CASE WHEN t.same_l > 1 OR t.same_r > 1 THEN 'key' ELSE 'delta' END AS tie_break
        FROM c JOIN w ON w.l = c.l AND w.r = c.r JOIN t ON t.l = c.l AND t.r = c.r
        """);
    List.of("c", "t", "w", "cl", "cr").forEach(table -> database.run("DROP TABLE " + table));
    long matched = database.number("SELECT count(*) FROM " + plan.matches());
    return new Matched(matched, matched, matched);
  }

  /** Pairs that share a record with another one, in the order in which they are taken. */
  private void contested(Evaluation evaluation) {
    database.table("cl", "SELECT l FROM c GROUP BY l HAVING count(*) > 1");
    database.table("cr", "SELECT r FROM c GROUP BY r HAVING count(*) > 1");
    database.table(
        "t",
        """
        SELECT row_number() OVER (ORDER BY score, left_key, l, right_key, r) AS n, l, r,
          count(*) OVER (PARTITION BY l, score) AS same_l,
          count(*) OVER (PARTITION BY r, score) AS same_r
        FROM (
          SELECT l, r, %s AS score, %s AS left_key, %s AS right_key
          FROM c WHERE l IN (SELECT l FROM cl) OR r IN (SELECT r FROM cr)) AS x
        """
            .formatted(
                evaluation.score(), keys.left().carriedText("l"), keys.right().carriedText("r")));
  }

  private void resolve() {
    database.run("DROP TABLE IF EXISTS w");
    database.run("CREATE TABLE w (l BIGINT, r BIGINT)");
    long count = database.number("SELECT count(*) FROM t");
    var takenLeft = new BitSet();
    var takenRight = new BitSet();
    for (long from = 0; from < count; from += page) {
      var winners = new ArrayList<String>();
      database.each(
          "SELECT l, r FROM t WHERE n > %d AND n <= %d ORDER BY n".formatted(from, from + page),
          row -> {
            int l = Math.toIntExact(Database.whole(row.value(0)));
            int r = Math.toIntExact(Database.whole(row.value(1)));
            if (!takenLeft.get(l) && !takenRight.get(r)) {
              takenLeft.set(l);
              takenRight.set(r);
              winners.add(l + ", " + r);
            }
          });
      database.insert("w", winners);
    }
  }
}
