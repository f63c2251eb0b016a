package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Condition;
import dev.tidemill.sql.Dialect;
import java.util.ArrayList;
import java.util.List;

/**
 * For records of one side that stayed unmatched: which record of the other side came closest by
 * which rule, and what kept them apart. Looks only at pairs that agree on a rule's keys, consumed
 * records included. Makes the table {@code near}: at most one row per record and rule. There {@code
 * missed} is what failed, the rule's sums counted as one.
 */
final class Closest {
  /** Stands for the distance to a value that is not there. */
  private static final String UNKNOWN = "1e9";

  private final Database database;
  private final Dialect dialect;
  private final RecordKey candidate;
  private final int page;

  /**
   * @param candidate the key of the other side
   */
  Closest(Database database, RecordKey candidate, int page) {
    this.database = database;
    this.candidate = candidate;
    this.page = page;
    dialect = database.engine().dialect();
  }

  void createTable() {
    database.run("DROP TABLE IF EXISTS near");
    database.run(
        "CREATE TABLE near (u BIGINT, o BIGINT, other_key VARCHAR, rule_no INTEGER, fails INTEGER, missed INTEGER, code VARCHAR, detail VARCHAR)");
  }

  /**
   * @param join pairs of an unmatched record and any other that agree on the keys
   */
  void add(RulePlan plan, Blocking.Join join) {
    String pairs = join.sql();
    if (!plan.similarities().isEmpty()) {
      new Similarities(database, page).compute(plan, pairs, false);
      pairs = "s JOIN l ON l.rid = s.l JOIN r ON r.rid = s.r";
    }
    String o = WorkTable.table(candidate.side());
    String u = WorkTable.table(candidate.side().other());
    List<ConditionSql> others = plan.others();
    var columns = new ArrayList<String>();
    columns.add("%s.rid AS u, %s.rid AS o, %s AS other_key".formatted(u, o, candidate.of(o)));
    columns.add(fails(others) + " AS fails");
    columns.add(distance(others) + " AS distance");
    columns.add(firstFailing(others) + " AS first");
    columns.add(missing(others) + " AS missing");
    for (int i = 0; i < others.size(); i++) {
      if (others.get(i).scored()) {
        columns.add("%s AS x%d".formatted(others.get(i).delta(), i));
      }
    }
    database.run(
        """
        INSERT INTO near SELECT u, o, other_key, %d, fails, fails + %d, %s, %s FROM (
          SELECT *, row_number() OVER (PARTITION BY u ORDER BY fails, distance, other_key, o) AS place
          FROM (SELECT %s FROM %s) AS pairs) AS placed
        WHERE place = 1
        """
            .formatted(
                plan.number(),
                plan.sums().isEmpty() ? 0 : 1,
                code(others),
                detail(others),
                String.join(", ", columns),
                pairs));
    database.run("DROP TABLE IF EXISTS s");
  }

  private static String fails(List<ConditionSql> others) {
    return others.isEmpty()
        ? "0"
        : String.join(
            " + ",
            others.stream()
                .map(c -> "CASE WHEN %s THEN 0 ELSE 1 END".formatted(c.holds()))
                .toList());
  }

  private static String distance(List<ConditionSql> others) {
    List<String> shares =
        others.stream()
            .filter(ConditionSql::scored)
            .map(c -> "coalesce(%s, %s)".formatted(c.share(), UNKNOWN))
            .toList();
    return shares.isEmpty() ? "0e0" : String.join(" + ", shares);
  }

  private static String firstFailing(List<ConditionSql> others) {
    var cases = new StringBuilder();
    for (int i = 0; i < others.size(); i++) {
      cases.append(" WHEN NOT coalesce(%s, FALSE) THEN %d".formatted(others.get(i).holds(), i));
    }
    return cases.isEmpty() ? "-1" : "CASE" + cases + " ELSE -1 END";
  }

  private static String missing(List<ConditionSql> others) {
    var cases = new StringBuilder();
    for (ConditionSql other : others) {
      cases.append(
          " WHEN NOT coalesce(%s, FALSE) THEN %s".formatted(other.holds(), other.unknown()));
    }
    return cases.isEmpty() ? "FALSE" : "CASE" + cases + " ELSE FALSE END";
  }

  private static String code(List<ConditionSql> others) {
    var cases = new StringBuilder("CASE WHEN missing THEN 'null_value'");
    for (int i = 0; i < others.size(); i++) {
      cases.append(" WHEN first = %d THEN '%s'".formatted(i, others.get(i).code()));
    }
    return cases + " ELSE '' END";
  }

  private String detail(List<ConditionSql> others) {
    var cases = new StringBuilder();
    for (int i = 0; i < others.size(); i++) {
      ConditionSql sql = others.get(i);
      String label = sql.condition().label();
      cases.append(
          " WHEN first = %d AND missing THEN %s"
              .formatted(i, dialect.literal(label + " is NULL on a side")));
      cases.append(" WHEN first = %d THEN %s".formatted(i, detail(sql, label, "x" + i)));
    }
    return cases.isEmpty() ? "''" : "CASE" + cases + " ELSE '' END";
  }

  private String detail(ConditionSql sql, String label, String delta) {
    String number = " || CAST(" + delta + " AS VARCHAR)";
    return switch (sql.condition()) {
      case Condition.Tolerance t -> dialect.literal(label + " differs by ") + number;
      case Condition.DateWindow d ->
          dialect.literal(label + " differs by ")
              + number
              + " || "
              + dialect.literal(" days, allowed " + d.days());
      case Condition.Similar s ->
          dialect.literal(label + " is similar by ")
              + number
              + " || "
              + dialect.literal(", needed " + s.threshold().toPlainString());
      case Condition.Compare c ->
          dialect.literal("%s: left %s right is not so".formatted(label, c.comparison().sign()));
      case Condition.TextTest t ->
          dialect.literal("%s: left %s right is not so".formatted(label, t.relation().word()));
      case Condition.Key k -> dialect.literal(label + " differs");
    };
  }
}
