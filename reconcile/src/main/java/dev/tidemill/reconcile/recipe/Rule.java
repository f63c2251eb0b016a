package dev.tidemill.reconcile.recipe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One pass over what earlier rules left.
 *
 * @param conditions all must hold
 */
public record Rule(
    String name, Pattern pattern, List<Condition> conditions, @Nullable Integer priority) {
  public Rule {
    conditions = List.copyOf(conditions);
  }

  /** Conditions on a pair of records. */
  public List<Condition.OfPair> pairConditions() {
    return conditions.stream()
        .filter(Condition.OfPair.class::isInstance)
        .map(Condition.OfPair.class::cast)
        .toList();
  }

  /** Conditions on a group as a whole. */
  public List<Condition.Sum> sums() {
    return conditions.stream()
        .filter(Condition.Sum.class::isInstance)
        .map(Condition.Sum.class::cast)
        .toList();
  }
}
