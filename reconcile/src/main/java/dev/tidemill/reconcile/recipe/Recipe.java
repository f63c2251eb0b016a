package dev.tidemill.reconcile.recipe;

import java.util.Comparator;
import java.util.List;

/**
 * How two sources are matched; parameters are already filled in.
 *
 * @param rules as written; {@link #inOrder} is how they run
 * @param hash SHA-256 of the recipe with its parameters in canonical form
 */
public record Recipe(
    String version,
    String id,
    SourceSpec left,
    SourceSpec right,
    List<Rule> rules,
    OutputNames output,
    String hash) {
  public Recipe {
    rules = List.copyOf(rules);
  }

  public SourceSpec source(Side side) {
    return side == Side.LEFT ? left : right;
  }

  /** Lower priority first, rules without one last, ties as written. */
  public List<Rule> inOrder() {
    return rules.stream()
        .sorted(Comparator.comparing(Rule::priority, Comparator.nullsLast(Integer::compare)))
        .toList();
  }
}
