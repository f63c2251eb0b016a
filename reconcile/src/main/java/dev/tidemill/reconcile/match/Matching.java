package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.BySide;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.Rule;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.Dialect;
import java.util.ArrayList;
import java.util.List;

/** Runs the rules one after the other, each on what the ones before left. */
final class Matching {
  private final Database database;
  private final Dialect dialect;
  private final Blocking blocking;
  private final int page;
  private final List<RulePlan> plans = new ArrayList<>();
  private final BySide<FreeRecords> free;

  /** What one rule did. */
  record Counts(String rule, long matched, long left, long right) {}

  Matching(
      Database database,
      Dialect dialect,
      MatchLimits limits,
      Recipe recipe,
      WorkColumns left,
      WorkColumns right) {
    this.database = database;
    this.dialect = dialect;
    blocking = new Blocking(database, limits);
    page = limits.page();
    free =
        new BySide<>(new FreeRecords(database, Side.LEFT), new FreeRecords(database, Side.RIGHT));
    List<Rule> rules = recipe.inOrder();
    for (int i = 0; i < rules.size(); i++) {
      plans.add(RulePlan.of(i, rules.get(i), left, right));
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
      database.run("CREATE TABLE used_%s (rid BIGINT, rule_no INTEGER)".formatted(side));
      database.run(
          "CREATE TABLE failed_%s (rid BIGINT, rule_no INTEGER, why VARCHAR)".formatted(side));
    }
    database.run(
        "CREATE TABLE matches (rule_no INTEGER, l BIGINT, r BIGINT, left_first BIGINT, right_first BIGINT, left_size BIGINT, right_size BIGINT, confidence DOUBLE, deltas VARCHAR, tie_break VARCHAR)");
  }

  /**
   * Before the first rule, after duplicates were taken out.
   *
   * @param rows how many there are
   */
  void begin(BySide<Long> rows) {
    for (Side side : Side.values()) {
      long excluded = database.number("SELECT count(*) FROM used_" + WorkTable.table(side));
      free.get(side).begin(rows.get(side), excluded);
    }
  }

  Counts run(RulePlan plan) {
    Blocking.Relations relations =
        new Blocking.Relations(
            free.left().relation(),
            free.right().relation(),
            free.left().rows(),
            free.right().rows());
    if (relations.leftRows() == 0 || relations.rightRows() == 0) {
      return new Counts(plan.rule().name(), 0, 0, 0);
    }
    long matched =
        switch (plan.rule().pattern()) {
          case MANY_TO_MANY -> new ManyToMany(database, dialect).match(plan, relations);
          case ONE_TO_ONE -> {
            candidates(plan, relations);
            yield new OneToOne(database, dialect, page).match(plan);
          }
          case ONE_TO_MANY -> {
            candidates(plan, relations);
            yield new OneToMany(database, dialect, Side.LEFT).match(plan);
          }
          case MANY_TO_ONE -> {
            candidates(plan, relations);
            yield new OneToMany(database, dialect, Side.RIGHT).match(plan);
          }
        };
    return new Counts(
        plan.rule().name(),
        matched,
        free.left().consume(plan, matched),
        free.right().consume(plan, matched));
  }

  private void candidates(RulePlan plan, Blocking.Relations relations) {
    new Candidates(database, page).find(plan, blocking.join(plan, relations));
  }

  /** The side's records that no rule consumed. */
  FreeRecords free(Side side) {
    return free.get(side);
  }
}
