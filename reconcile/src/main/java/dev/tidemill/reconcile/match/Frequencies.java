package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Condition;
import dev.tidemill.reconcile.recipe.Side;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How many records of a side share a rule's key at most. With more columns in a key, and with fewer
 * records, it can only be less: what is known of the columns that rules share is known of them all,
 * and remains so while records are consumed. Grouped by hash, because it may be too high but never
 * too low.
 */
final class Frequencies {
  private record Key(Side side, Set<String> columns) {}

  private final Database database;
  private final List<RulePlan> plans;
  private final Map<Key, Long> known = new HashMap<>();

  /**
   * @param plans rules that will ask, each for no more records than the one before
   */
  Frequencies(Database database, List<RulePlan> plans) {
    this.database = database;
    this.plans = plans;
  }

  /**
   * @param relation the side's records
   * @param enough anything up to here is as good as the lowest
   */
  long most(RulePlan plan, Side side, String relation, long enough) {
    Set<String> columns = columns(plan, side);
    Optional<Long> before =
        known.entrySet().stream()
            .filter(e -> e.getKey().side() == side && columns.containsAll(e.getKey().columns()))
            .map(Map.Entry::getValue)
            .filter(most -> most <= enough)
            .findAny();
    if (before.isPresent()) {
      return before.get();
    }
    Set<String> shared = shared(columns, side);
    long most = known.computeIfAbsent(new Key(side, shared), key -> count(key, relation));
    return most <= enough || shared.equals(columns)
        ? most
        : known.computeIfAbsent(new Key(side, columns), key -> count(key, relation));
  }

  /** The fewest columns of a rule that are all among these. */
  private Set<String> shared(Set<String> columns, Side side) {
    Set<String> best = columns;
    for (RulePlan plan : plans) {
      Set<String> fewer = columns(plan, side);
      if (!fewer.isEmpty() && fewer.size() < best.size() && best.containsAll(fewer)) {
        best = fewer;
      }
    }
    return best;
  }

  private static Set<String> columns(RulePlan plan, Side side) {
    var columns = new TreeSet<String>();
    for (ConditionSql key : plan.keys()) {
      columns.add(side == Side.LEFT ? key.left() : key.right());
    }
    return columns;
  }

  private long count(Key key, String relation) {
    String known =
        key.columns().stream()
            .filter(column -> !nullsMeet(key.side(), column))
            .map(column -> " AND %s IS NOT NULL".formatted(column))
            .collect(Collectors.joining());
    return database.number(
        "SELECT max(n) FROM (SELECT count(*) AS n FROM %s AS x WHERE TRUE%s GROUP BY %s) AS groups"
            .formatted(relation, known, database.engine().hash(List.copyOf(key.columns()))));
  }

  /** Else records without a value meet nobody, however many they are. */
  private boolean nullsMeet(Side side, String column) {
    return plans.stream()
        .flatMap(plan -> plan.keys().stream())
        .filter(key -> (side == Side.LEFT ? key.left() : key.right()).equals(column))
        .anyMatch(key -> key.condition() instanceof Condition.Equal e && e.nullEqualsNull());
  }
}
