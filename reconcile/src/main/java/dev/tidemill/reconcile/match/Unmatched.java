package dev.tidemill.reconcile.match;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.tidemill.reconcile.recipe.Condition;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes {@code unmatched_l} and {@code unmatched_r}: what no rule consumed, and why. */
final class Unmatched {
  private final Database database;
  private final Dialect dialect;
  private final Matching matching;

  Unmatched(Database database, Dialect dialect, Matching matching) {
    this.database = database;
    this.dialect = dialect;
    this.matching = matching;
  }

  /** A reason and how many records have it. */
  record Count(String reason, long records) {}

  List<Count> explain(Side side) {
    database.table("leftover", leftover(side));
    var closest = new Closest(database, matching.keys().get(side.other()), matching.page());
    closest.createTable();
    boolean tooMany = false;
    String name = WorkTable.table(side);
    if (matching.free(side).rows() > 0) {
      var within = new WithinReach(database, side, matching.plans(), relations(side));
      for (RulePlan plan : matching.plans()) {
        if (!plan.keys().isEmpty()) {
          Optional<Blocking.Join> join = matching.blocking().sameKey(plan, within.of(plan));
          join.ifPresent(found -> closest.add(plan, found));
          tooMany |= join.isEmpty();
        }
      }
      within.drop();
    }
    database.table("unmatched_" + name, query(side, tooMany));
    var counts = new ArrayList<Count>();
    database.each(
        "SELECT rejection_reason, count(*) AS n FROM unmatched_%s GROUP BY rejection_reason ORDER BY n DESC, rejection_reason"
            .formatted(name),
        row -> counts.add(new Count(String.valueOf(row.value(0)), Database.whole(row.value(1)))));
    return counts;
  }

  /** What no rule consumed, the excluded duplicates as well. */
  private String leftover(Side side) {
    FreeRecords free = matching.free(side);
    return free.someExcluded()
        ? "SELECT * FROM %s AS x WHERE NOT EXISTS (SELECT 1 FROM %s AS u WHERE u.rid = x.rid AND u.rule_no <> %d)"
            .formatted(WorkTable.table(side), free.used(), FreeRecords.EXCLUDED)
        : "SELECT * FROM " + free.relation() + " AS x";
  }

  /** The unmatched of one side and everything that took part on the other. */
  private Blocking.Relations relations(Side side) {
    String mine = withoutExcluded(side, "leftover");
    String other = WorkTable.table(side.other());
    String all = withoutExcluded(side.other(), other);
    long rows = database.number("SELECT count(*) FROM " + other);
    return side == Side.LEFT
        ? new Blocking.Relations(mine, all, matching.free(side).rows(), rows)
        : new Blocking.Relations(all, mine, rows, matching.free(side).rows());
  }

  private String withoutExcluded(Side side, String relation) {
    return matching.free(side).someExcluded()
        ? "(SELECT * FROM %s AS x WHERE NOT EXISTS (SELECT 1 FROM again_%s AS u WHERE u.rid = x.rid))"
            .formatted(relation, WorkTable.table(side))
        : relation;
  }

  private String query(Side side, boolean tooMany) {
    boolean excluded = matching.free(side).someExcluded();
    return """
        SELECT x.rid AS record_row, %8$s AS record_key,
          CASE WHEN e.rid IS NULL THEN %1$s ELSE '[]' END AS attempted_rules,
          n.other_key AS closest_candidate, n.o AS closest_row, %2$s AS closest_rule,
          CASE WHEN e.rid IS NOT NULL THEN 'duplicate'
            WHEN n.u IS NULL THEN %3$s
            WHEN n.fails > 0 THEN n.code
            WHEN used.rid IS NULL THEN 'group_sum_differs'
            WHEN used.rule_no = n.rule_no THEN 'lost_tie_break'
            ELSE 'candidate_already_matched' END AS rejection_reason,
          CASE WHEN e.rid IS NOT NULL THEN 'a record with the same key came before'
            WHEN n.u IS NULL THEN ''
            WHEN n.fails > 0 THEN n.detail
            WHEN used.rid IS NULL THEN coalesce(f.why, 'the sums of its group differ')
            ELSE 'matched by rule ' || %4$s END AS rejection_detail
        FROM leftover AS x
        LEFT JOIN %7$s AS e ON e.rid = x.rid
        LEFT JOIN (
          SELECT *, row_number() OVER (PARTITION BY u ORDER BY missed, rule_no) AS place
          FROM near) AS n ON n.u = x.rid AND n.place = 1
        LEFT JOIN %6$s AS used ON used.rid = n.o
        LEFT JOIN failed_%5$s AS f ON f.rid = n.u AND f.rule_no = n.rule_no
        """
        .formatted(
            dialect.literal(attempted()),
            ruleName("n.rule_no"),
            withoutCandidate(side, tooMany),
            ruleName("used.rule_no"),
            WorkTable.table(side),
            matching.free(side.other()).used(),
            excluded ? "again_" + WorkTable.table(side) : "(SELECT rid FROM leftover WHERE FALSE)",
            matching.keys().get(side).of("x"));
  }

  private String attempted() {
    return "["
        + String.join(
            ",",
            matching.plans().stream()
                .map(p -> JsonStringEncoder.getInstance().quoteAsString(p.rule().name()))
                .map(name -> "\"" + String.valueOf(name) + "\"")
                .toList())
        + "]";
  }

  String ruleName(String number) {
    var cases = new StringBuilder("CASE " + number);
    for (RulePlan plan : matching.plans()) {
      cases.append(
          " WHEN %d THEN %s".formatted(plan.number(), dialect.literal(plan.rule().name())));
    }
    return cases + " END";
  }

  /** Why a record has no candidate at all. */
  private String withoutCandidate(Side side, boolean tooMany) {
    var nullKeys = new ArrayList<String>();
    for (RulePlan plan : matching.plans()) {
      if (!plan.keys().isEmpty()) {
        List<String> columns =
            plan.keys().stream()
                .filter(k -> !(k.condition() instanceof Condition.Equal e && e.nullEqualsNull()))
                .map(k -> "x." + (side == Side.LEFT ? k.left() : k.right()) + " IS NULL")
                .toList();
        nullKeys.add(columns.isEmpty() ? "FALSE" : "(" + String.join(" OR ", columns) + ")");
      }
    }
    if (nullKeys.isEmpty()) {
      return "'no_candidate'";
    }
    return "CASE WHEN %s THEN 'null_key' ELSE '%s' END"
        .formatted(
            String.join(" AND ", nullKeys),
            tooMany ? "too_many_candidates" : "no_candidate_for_key");
  }
}
