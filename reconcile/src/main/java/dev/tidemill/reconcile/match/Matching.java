package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.BySide;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.Rule;
import dev.tidemill.reconcile.recipe.Side;
import java.util.ArrayList;
import java.util.List;

/** Runs the rules one after the other, each on what the ones before left. */
final class Matching {
  private final Database database;
  private final Blocking blocking;
  private final int page;
  private final List<RulePlan> plans = new ArrayList<>();
  private final BySide<RecordKey> keys;
  private final BySide<FreeRecords> free;

  Matching(Database database, MatchLimits limits, Recipe recipe, BySide<RecordKey> keys) {
    this.database = database;
    this.keys = keys;
    page = limits.page();
    free =
        new BySide<>(new FreeRecords(database, Side.LEFT), new FreeRecords(database, Side.RIGHT));
    List<Rule> rules = recipe.inOrder();
    blocking = new Blocking(database, limits, plans);
    for (int i = 0; i < rules.size(); i++) {
      plans.add(RulePlan.of(i, rules.get(i), keys.left().columns(), keys.right().columns()));
    }
  }

  List<RulePlan> plans() {
    return plans;
  }

  int page() {
    return page;
  }

  Blocking blocking() {
    return blocking;
  }

  void createTables() {
    for (String side : List.of("l", "r")) {
      database.run(
          "CREATE TABLE failed_%s (rid BIGINT, rule_no INTEGER, why VARCHAR)".formatted(side));
    }
  }

  BySide<RecordKey> keys() {
    return keys;
  }

  Matched run(RulePlan plan) {
    Blocking.Relations relations =
        new Blocking.Relations(
            free.left().relation(),
            free.right().relation(),
            free.left().rows(),
            free.right().rows());
    if (relations.leftRows() == 0 || relations.rightRows() == 0) {
      return Matched.NOTHING;
    }
    Matched matched =
        switch (plan.rule().pattern()) {
          case MANY_TO_MANY -> new ManyToMany(database, keys).match(plan, relations);
          case ONE_TO_ONE -> {
            candidates(plan, relations);
            yield new OneToOne(database, keys, page).match(plan);
          }
          case ONE_TO_MANY -> {
            candidates(plan, relations);
            yield new OneToMany(database, keys, Side.LEFT).match(plan);
          }
          case MANY_TO_ONE -> {
            candidates(plan, relations);
            yield new OneToMany(database, keys, Side.RIGHT).match(plan);
          }
        };
    free.left().consume(plan, matched.left());
    free.right().consume(plan, matched.right());
    return matched;
  }

  private void candidates(RulePlan plan, Blocking.Relations relations) {
    new Candidates(database, keys, page).find(plan, blocking.join(plan, relations));
  }

  /** The side's records that no rule consumed. Say who is there before the first rule. */
  FreeRecords free(Side side) {
    return free.get(side);
  }
}
