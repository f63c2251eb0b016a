package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.BySide;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the table {@code c}: all pairs of free records for which a rule's pair conditions hold,
 * with what their keys are made of, their shares {@code s0…}, deltas {@code x0…} and, for sums,
 * both amounts {@code a0…} and {@code b0…}.
 */
final class Candidates {
  private final Database database;
  private final BySide<RecordKey> keys;
  private final int page;

  Candidates(Database database, BySide<RecordKey> keys, int page) {
    this.database = database;
    this.keys = keys;
    this.page = page;
  }

  void find(RulePlan plan, Blocking.Join join) {
    if (plan.similarities().isEmpty()) {
      database.table(
          "c",
          "SELECT %s FROM %s WHERE %s"
              .formatted(columns(plan), join.sql(), RulePlan.all(plan.others())));
      return;
    }
    String pairs = join.sql() + " WHERE " + RulePlan.all(plan.withoutSimilarities());
    new Similarities(database, page).compute(plan, pairs, true);
    database.table(
        "c",
        "SELECT %s FROM s JOIN l ON l.rid = s.l JOIN r ON r.rid = s.r".formatted(columns(plan)));
    database.run("DROP TABLE s");
  }

  private String columns(RulePlan plan) {
    var columns = new ArrayList<String>();
    columns.add("l.rid AS l, r.rid AS r" + keys.left().carry("l") + keys.right().carry("r"));
    List<ConditionSql> scored = plan.scored();
    for (int i = 0; i < scored.size(); i++) {
      columns.add("%s AS s%d".formatted(scored.get(i).share(), i));
      columns.add("%s AS x%d".formatted(scored.get(i).delta(), i));
    }
    for (int i = 0; i < plan.sums().size(); i++) {
      columns.add("l.%s AS a%d".formatted(plan.sums().get(i).left(), i));
      columns.add("r.%s AS b%d".formatted(plan.sums().get(i).right(), i));
    }
    return String.join(", ", columns);
  }
}
