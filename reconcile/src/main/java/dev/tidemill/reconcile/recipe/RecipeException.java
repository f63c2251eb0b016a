package dev.tidemill.reconcile.recipe;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import java.util.List;
import java.util.stream.Collectors;

/** All problems of a recipe at once. */
public final class RecipeException extends TidemillException {
  private final transient List<Problem> problems;

  public RecipeException(List<Problem> problems) {
    super(summary(problems), null);
    this.problems = List.copyOf(problems);
  }

  /** One per fault; {@code field} is its place in the recipe, as {@code /match_rules/0/name}. */
  public List<Problem> problems() {
    return problems;
  }

  private static Problem summary(List<Problem> problems) {
    if (problems.size() == 1) {
      return problems.getFirst();
    }
    String all =
        problems.stream()
            .map(p -> p.field() == null ? p.message() : p.field() + ": " + p.message())
            .collect(Collectors.joining("; "));
    return Problem.of(
        problems.getFirst().code(),
        "the recipe has %d problems: %s".formatted(problems.size(), all));
  }
}
