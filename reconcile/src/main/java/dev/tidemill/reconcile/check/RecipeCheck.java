package dev.tidemill.reconcile.check;

import dev.tidemill.core.error.Problem;
import dev.tidemill.reconcile.recipe.BySide;
import dev.tidemill.reconcile.recipe.Condition;
import dev.tidemill.reconcile.recipe.Filter;
import dev.tidemill.reconcile.recipe.Operand;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.RecipeError;
import dev.tidemill.reconcile.recipe.RecipeException;
import dev.tidemill.reconcile.recipe.Rule;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.reconcile.recipe.SourceSpec;
import dev.tidemill.sql.SqlColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds every column of a recipe and judges what is compared with what. */
public final class RecipeCheck {
  private final Recipe recipe;
  private final BySide<Columns> columns;
  private final BySide<Map<String, SqlColumn>> resolved =
      new BySide<>(new LinkedHashMap<>(), new LinkedHashMap<>());
  private final List<Problem> errors = new ArrayList<>();
  private final List<Warning> warnings = new ArrayList<>();

  /** Something to know, not to mend. */
  public record Warning(String field, String message) {}

  /**
   * @param resolved per side, the name as written and the column it stands for
   */
  public record Result(
      List<Problem> errors, List<Warning> warnings, BySide<Map<String, SqlColumn>> resolved) {

    public boolean valid() {
      return errors.isEmpty();
    }

    public void orThrow() {
      if (!valid()) {
        throw new RecipeException(errors);
      }
    }
  }

  private RecipeCheck(Recipe recipe, List<SqlColumn> left, List<SqlColumn> right) {
    this.recipe = recipe;
    columns = new BySide<>(new Columns(left), new Columns(right));
  }

  public static Result check(Recipe recipe, List<SqlColumn> left, List<SqlColumn> right) {
    return new RecipeCheck(recipe, left, right).result();
  }

  private Result result() {
    for (Side side : Side.values()) {
      source(side);
    }
    for (int i = 0; i < recipe.rules().size(); i++) {
      Rule rule = recipe.rules().get(i);
      for (int j = 0; j < rule.conditions().size(); j++) {
        condition(rule.conditions().get(j), "/match_rules/%d/conditions/%d".formatted(i, j));
      }
    }
    return new Result(List.copyOf(errors), List.copyOf(warnings), resolved);
  }

  private void source(Side side) {
    SourceSpec source = recipe.source(side);
    String path = "/sources/" + side.word();
    for (int i = 0; i < source.primaryKey().size(); i++) {
      String at = path + "/primary_key/" + i;
      find(side, source.primaryKey().get(i), at)
          .filter(column -> Kind.of(column.type()) == Kind.BINARY)
          .ifPresent(
              column ->
                  error(at, "binary column %s cannot name a record".formatted(column.name()), ""));
    }
    for (int i = 0; i < source.filters().size(); i++) {
      Filter filter = source.filters().get(i);
      String at = path + "/filters/" + i;
      find(side, filter.column(), at + "/column")
          .flatMap(column -> FilterFit.misfit(filter, column))
          .ifPresent(misfit -> error(at + "/value", misfit, "give a value of the column's type"));
    }
    String partitionKey = source.partitionKey();
    if (partitionKey != null) {
      find(side, partitionKey, path + "/partition_key");
    }
  }

  private void condition(Condition condition, String path) {
    Optional<Kind> left = kind(Side.LEFT, condition.left(), path + "/left");
    Optional<Kind> right = kind(Side.RIGHT, condition.right(), path + "/right");
    if (left.isPresent() && right.isPresent()) {
      Optional<ConditionFit.Misfit> misfit =
          ConditionFit.misfit(condition, left.get(), right.get());
      misfit.ifPresent(m -> error(path, m.what(), m.next()));
    }
  }

  private Optional<Kind> kind(Side side, Operand operand, String path) {
    if (operand instanceof Operand.Column column) {
      return find(side, column.name(), path).map(found -> Kind.of(found.type()));
    }
    boolean all = true;
    for (String name : operand.columns().toList()) {
      Optional<SqlColumn> found = find(side, name, path);
      all &= found.isPresent();
      if (found.isPresent() && !ConditionFit.derivable(found.get().type())) {
        error(
            path,
            "nothing can be derived from %s, which is %s"
                .formatted(found.get().name(), found.get().type()),
            "derive from texts, whole numbers or dates");
        all = false;
      }
    }
    return all ? Optional.of(Kind.TEXT) : Optional.empty();
  }

  private Optional<SqlColumn> find(Side side, String written, String path) {
    Optional<SqlColumn> found = columns.get(side).find(written);
    if (found.isEmpty()) {
      error(
          path,
          "%s has no column %s, or more than one".formatted(recipe.source(side).alias(), written),
          columns
              .get(side)
              .suggestion(written)
              .map("did you mean %s?"::formatted)
              .orElseGet(() -> "it has " + names(side)));
      return found;
    }
    SqlColumn column = found.get();
    boolean first = resolved.get(side).put(written, column) == null;
    if (first && !column.name().equals(written)) {
      warnings.add(new Warning(path, "field %s resolved to %s".formatted(written, column.name())));
    }
    return found;
  }

  private String names(Side side) {
    return String.join(
        ", ", columns.get(side).all().stream().map(SqlColumn::name).limit(30).toList());
  }

  private void error(String path, String message, String next) {
    Problem problem = Problem.of(RecipeError.RECIPE_MISFIT, message).field(path);
    errors.add(next.isEmpty() ? problem : problem.next(next));
  }
}
