package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Pattern;
import dev.tidemill.reconcile.recipe.Side;

/**
 * The records of one side that no rule has consumed yet. {@code used_l} and {@code used_r} say who
 * was consumed by which rule; once that is many, the others are copied, so that what follows does
 * not look for them among all again.
 */
final class FreeRecords {
  /** Copied when one in so many is gone. */
  private static final int WORTH_A_COPY = 8;

  private final Database database;
  private final String side;
  private String stored;
  private String copy = "";
  private boolean whole = true;
  private long rows;
  private long gone;
  private int copies;

  FreeRecords(Database database, Side side) {
    this.database = database;
    this.side = WorkTable.table(side);
    stored = this.side;
  }

  /** Before the first rule. */
  void begin(long all, long excluded) {
    rows = all - excluded;
    gone = excluded;
    whole = excluded == 0;
  }

  long rows() {
    return rows;
  }

  /** What stands in a FROM clause for them. */
  String relation() {
    return whole ? stored : "(" + unused() + ")";
  }

  private String unused() {
    return "SELECT * FROM %1$s AS x WHERE NOT EXISTS (SELECT 1 FROM used_%2$s AS u WHERE u.rid = x.rid)"
        .formatted(stored, side);
  }

  /** Takes out what a rule has matched; how many. */
  long consume(RulePlan plan, long matched) {
    if (matched == 0) {
      return 0;
    }
    database.run(
        "INSERT INTO used_%1$s SELECT %3$s %1$s, rule_no FROM matches WHERE rule_no = %2$d"
            .formatted(
                side,
                plan.number(),
                plan.rule().pattern() == Pattern.ONE_TO_ONE ? "" : "DISTINCT"));
    long consumed =
        database.number(
            "SELECT count(*) FROM used_%s WHERE rule_no = %d".formatted(side, plan.number()));
    rows -= consumed;
    gone += consumed;
    whole = false;
    if (gone * WORTH_A_COPY >= rows) {
      copy();
    }
    return consumed;
  }

  private void copy() {
    String before = copy;
    copy = "free_%s%d".formatted(side, copies++);
    database.table(copy, unused());
    if (!before.isEmpty()) {
      database.run("DROP TABLE " + before);
    }
    stored = copy;
    whole = true;
    gone = 0;
  }
}
