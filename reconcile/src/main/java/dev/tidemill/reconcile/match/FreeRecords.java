package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Pattern;
import dev.tidemill.reconcile.recipe.Side;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of one side that no rule has consumed yet. Who was consumed stands in the tables of
 * matches and is never written down again; once that is many, the others are copied, so that what
 * follows does not look for them among all again.
 */
final class FreeRecords {
  /** In place of a rule's number: taken out before the first rule. */
  static final int EXCLUDED = -1;

  /** Copied when one in so many is gone. */
  private static final int WORTH_A_COPY = 8;

  private final Database database;
  private final String side;
  private final List<String> used = new ArrayList<>();
  private final List<String> usedSinceCopy = new ArrayList<>();
  private String stored;
  private String copy = "";
  private boolean someExcluded;
  private long rows;
  private long gone;
  private int copies;

  FreeRecords(Database database, Side side) {
    this.database = database;
    this.side = WorkTable.table(side);
    stored = this.side;
  }

  /**
   * Before the first rule.
   *
   * @param all how many there are
   * @param withoutRepeated whether only the first of those that share a key takes part
   */
  void begin(long all, boolean withoutRepeated) {
    rows = all;
    if (withoutRepeated) {
      someExcluded = true;
      String again = "again_" + side;
      take(
          "SELECT rid, %d AS rule_no FROM %s".formatted(EXCLUDED, again),
          database.number("SELECT count(*) FROM " + again));
    }
  }

  long rows() {
    return rows;
  }

  /** Whether some were taken out before the first rule. */
  boolean someExcluded() {
    return someExcluded;
  }

  /** What stands in a FROM clause for them. */
  String relation() {
    return usedSinceCopy.isEmpty() ? stored : "(" + unused() + ")";
  }

  /** What stands in a FROM clause for the others: {@code rid} and {@code rule_no}, each once. */
  String used() {
    return used.isEmpty()
        ? "(SELECT rid, 0 AS rule_no FROM %s WHERE FALSE)".formatted(side)
        : "(" + String.join(" UNION ALL ", used) + ")";
  }

  private String unused() {
    return "SELECT * FROM %s AS x WHERE NOT EXISTS (SELECT 1 FROM (%s) AS u WHERE u.rid = x.rid)"
        .formatted(stored, String.join(" UNION ALL ", usedSinceCopy));
  }

  /** Takes out what a rule has matched. */
  void consume(RulePlan plan, long consumed) {
    if (consumed == 0) {
      return;
    }
    take(
        "SELECT %s %s AS rid, %d AS rule_no FROM %s"
            .formatted(
                once(plan.rule().pattern()) ? "" : "DISTINCT", side, plan.number(), plan.matches()),
        consumed);
    if (gone * WORTH_A_COPY >= rows) {
      copy();
    }
  }

  /** Whether a record of this side stands in one row of the matches only. */
  private boolean once(Pattern pattern) {
    return switch (pattern) {
      case ONE_TO_ONE -> true;
      case ONE_TO_MANY -> side.equals("r");
      case MANY_TO_ONE -> side.equals("l");
      case MANY_TO_MANY -> false;
    };
  }

  private void take(String query, long count) {
    used.add(query);
    usedSinceCopy.add(query);
    rows -= count;
    gone += count;
  }

  private void copy() {
    String before = copy;
    copy = "free_%s%d".formatted(side, copies++);
    database.table(copy, unused());
    if (!before.isEmpty()) {
      database.run("DROP TABLE " + before);
    }
    stored = copy;
    usedSinceCopy.clear();
    gone = 0;
  }
}
