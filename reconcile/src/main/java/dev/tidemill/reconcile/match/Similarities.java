package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Condition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes similarities in Java, page by page, and hands them back as the table {@code s (l, r, v0,
 * v1, …)}.
 */
final class Similarities {
  private final Database database;
  private final int page;

  Similarities(Database database, int page) {
    this.database = database;
    this.page = page;
  }

  /**
   * @param pairs a FROM clause with {@code l} and {@code r}, and what must hold
   * @param onlyAlike leaves out pairs that are not similar enough
   */
  void compute(RulePlan plan, String pairs, boolean onlyAlike) {
    List<ConditionSql> conditions = plan.similarities();
    var texts = new StringBuilder();
    var columns = new StringBuilder();
    for (int i = 0; i < conditions.size(); i++) {
      ConditionSql sql = conditions.get(i);
      texts.append(", l.%s AS a%d, r.%s AS b%d".formatted(sql.left(), i, sql.right(), i));
      columns.append(", v%d DOUBLE".formatted(i));
    }
    database.table(
        "p",
        "SELECT row_number() OVER () AS n, l.rid AS l, r.rid AS r%s FROM %s"
            .formatted(texts, pairs));
    database.run("DROP TABLE IF EXISTS s");
    database.run("CREATE TABLE s (l BIGINT, r BIGINT%s)".formatted(columns));
    long count = database.number("SELECT count(*) FROM p");
    for (long from = 0; from < count; from += page) {
      page(conditions, from, onlyAlike);
    }
    database.run("DROP TABLE p");
  }

  private void page(List<ConditionSql> conditions, long from, boolean onlyAlike) {
    var rows = new ArrayList<String>();
    database.each(
        "SELECT * FROM p WHERE n > %d AND n <= %d".formatted(from, from + page),
        row -> {
          var line = new StringBuilder().append(row.value(1)).append(", ").append(row.value(2));
          boolean alike = true;
          for (int i = 0; i < conditions.size(); i++) {
            Double similarity = similarity(row.value(3 + 2 * i), row.value(4 + 2 * i));
            alike &= similarity != null && similarity >= threshold(conditions.get(i));
            line.append(", ")
                .append(similarity == null ? "NULL" : "CAST('" + similarity + "' AS DOUBLE)");
          }
          if (alike || !onlyAlike) {
            rows.add(line.toString());
          }
        });
    database.insert("s", rows);
  }

  private static double threshold(ConditionSql sql) {
    return ((Condition.Similar) sql.condition()).threshold().doubleValue();
  }

  private static @Nullable Double similarity(@Nullable Object left, @Nullable Object right) {
    return left instanceof String a && right instanceof String b
        ? JaroWinkler.similarity(a, b)
        : null;
  }
}
