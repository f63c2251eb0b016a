package dev.tidemill.reconcile.match;

import dev.tidemill.sql.Dialect;
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
  private final Dialect dialect;
  private final int page;

  OneToOne(Database database, Dialect dialect, int page) {
    this.database = database;
    this.dialect = dialect;
    this.page = page;
  }

  /** Moves matches from {@code c} to {@code matches}; how many. */
  long match(RulePlan plan) {
    var evaluation = new Evaluation(plan, dialect);
    String insert =
        "INSERT INTO matches SELECT %d, c.l, c.r, c.l, c.r, 1, 1, %s, %s, "
            .formatted(plan.number(), evaluation.confidence(), evaluation.deltas());
    List<Long> counts =
        database.numbers("SELECT count(*), count(DISTINCT l), count(DISTINCT r) FROM c");
    if (counts.get(0).equals(counts.get(1)) && counts.get(0).equals(counts.get(2))) {
      database.run(insert + "NULL FROM c");
      return counts.getFirst();
    }
    contested(evaluation);
    long resolved = resolve();
    database.run(
        insert
            + "NULL FROM c WHERE NOT EXISTS (SELECT 1 FROM cl WHERE cl.l = c.l)"
            + " AND NOT EXISTS (SELECT 1 FROM cr WHERE cr.r = c.r)");
    database.run(
        insert
            + "CASE WHEN t.same_l > 1 OR t.same_r > 1 THEN 'key' ELSE 'delta' END"
            + " FROM c JOIN w ON w.l = c.l AND w.r = c.r"
            + " JOIN t ON t.l = c.l AND t.r = c.r");
    long plain =
        database.number(
            "SELECT count(*) FROM c WHERE NOT EXISTS (SELECT 1 FROM cl WHERE cl.l = c.l)"
                + " AND NOT EXISTS (SELECT 1 FROM cr WHERE cr.r = c.r)");
    List.of("t", "w", "cl", "cr").forEach(table -> database.run("DROP TABLE " + table));
    return plain + resolved;
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
          SELECT c.l, c.r, %s AS score, l.record_key AS left_key, r.record_key AS right_key
          FROM c JOIN l ON l.rid = c.l JOIN r ON r.rid = c.r
          WHERE c.l IN (SELECT l FROM cl) OR c.r IN (SELECT r FROM cr)) AS x
        """
            .formatted(evaluation.score()));
  }

  private long resolve() {
    database.run("DROP TABLE IF EXISTS w");
    database.run("CREATE TABLE w (l BIGINT, r BIGINT)");
    long count = database.number("SELECT count(*) FROM t");
    var takenLeft = new BitSet();
    var takenRight = new BitSet();
    long won = 0;
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
      won += winners.size();
    }
    return won;
  }
}
