package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Pattern;
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

  Counts run(RulePlan plan) {
    Blocking.Relations free =
        new Blocking.Relations(
            free(Side.LEFT), free(Side.RIGHT), left(Side.LEFT), left(Side.RIGHT));
    if (free.leftRows() == 0 || free.rightRows() == 0) {
      return new Counts(plan.rule().name(), 0, 0, 0);
    }
    long matched =
        switch (plan.rule().pattern()) {
          case MANY_TO_MANY -> new ManyToMany(database, dialect).match(plan, free);
          case ONE_TO_ONE -> {
            candidates(plan, free);
            yield new OneToOne(database, dialect, page).match(plan);
          }
          case ONE_TO_MANY -> {
            candidates(plan, free);
            yield new OneToMany(database, dialect, Side.LEFT).match(plan);
          }
          case MANY_TO_ONE -> {
            candidates(plan, free);
            yield new OneToMany(database, dialect, Side.RIGHT).match(plan);
          }
        };
    return new Counts(
        plan.rule().name(), matched, consume(plan, Side.LEFT), consume(plan, Side.RIGHT));
  }

  private void candidates(RulePlan plan, Blocking.Relations free) {
    new Candidates(database, page).find(plan, blocking.join(plan, free));
  }

  private long consume(RulePlan plan, Side side) {
    String name = WorkTable.table(side);
    database.run(
        "INSERT INTO used_%1$s SELECT %3$s %1$s, rule_no FROM matches WHERE rule_no = %2$d"
            .formatted(
                name,
                plan.number(),
                plan.rule().pattern() == Pattern.ONE_TO_ONE ? "" : "DISTINCT"));
    return database.number(
        "SELECT count(*) FROM used_%s WHERE rule_no = %d".formatted(name, plan.number()));
  }

  /** The side's records that no rule consumed. */
  String free(Side side) {
    String name = WorkTable.table(side);
    boolean all = database.number("SELECT count(*) FROM used_" + name) == 0;
    return all
        ? name
        : "(SELECT * FROM %1$s WHERE NOT EXISTS (SELECT 1 FROM used_%1$s AS u WHERE u.rid = %1$s.rid))"
            .formatted(name);
  }

  /** How many these are. */
  long left(Side side) {
    String name = WorkTable.table(side);
    return database.number(
        "SELECT (SELECT count(*) FROM %1$s) - (SELECT count(*) FROM used_%1$s)".formatted(name));
  }
}
