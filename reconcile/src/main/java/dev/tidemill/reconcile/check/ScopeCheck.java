package dev.tidemill.reconcile.check;

import dev.tidemill.core.error.Problem;
import dev.tidemill.reconcile.recipe.Filter;
import dev.tidemill.reconcile.recipe.RecipeError;
import dev.tidemill.reconcile.recipe.RecipeException;
import dev.tidemill.reconcile.recipe.Scope;
import dev.tidemill.sql.SqlColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares a scope with the columns that its source really has. */
public final class ScopeCheck {
  private final Columns columns;
  private final List<Problem> problems = new ArrayList<>();

  private ScopeCheck(List<SqlColumn> columns) {
    this.columns = new Columns(columns);
  }

  /**
   * What the names of a scope mean.
   *
   * @param filtered one for each filter
   * @param shown all columns, if none were named
   */
  public record Fit(List<SqlColumn> filtered, List<SqlColumn> shown) {}

  /** Throws all that does not fit at once. */
  public static Fit fit(Scope scope, List<SqlColumn> columns) {
    return new ScopeCheck(columns).fit(scope);
  }

  private Fit fit(Scope scope) {
    var filtered = new ArrayList<SqlColumn>();
    for (int i = 0; i < scope.filters().size(); i++) {
      Filter filter = scope.filters().get(i);
      String at = "/filters/" + i;
      Optional<SqlColumn> column = find(filter.column(), at + "/column");
      column.ifPresent(filtered::add);
      column
          .flatMap(c -> FilterFit.misfit(filter, c))
          .ifPresent(m -> add(at + "/value", m, "give a value of the column's type"));
    }
    var shown = new ArrayList<SqlColumn>();
    for (int i = 0; i < scope.columns().size(); i++) {
      find(scope.columns().get(i), "/columns/" + i).ifPresent(shown::add);
    }
    if (!problems.isEmpty()) {
      throw new RecipeException(problems);
    }
    return new Fit(filtered, shown.isEmpty() ? columns.all() : shown);
  }

  private Optional<SqlColumn> find(String written, String path) {
    Optional<SqlColumn> found = columns.find(written);
    if (found.isEmpty()) {
      add(
          path,
          "the source has no column %s, or more than one".formatted(written),
          columns
              .suggestion(written)
              .map("did you mean %s?"::formatted)
              .orElse("a preview shows which it has"));
    }
    return found;
  }

  private void add(String path, String message, String next) {
    problems.add(Problem.of(RecipeError.RECIPE_MISFIT, message).field(path).next(next));
  }
}
