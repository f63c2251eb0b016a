package dev.tidemill.reconcile.recipe;

/** Reads a scope in the words of recipes; every problem is told at once. */
public final class ScopeReader {
  private static final int MOST_COLUMNS = 1000;

  private ScopeReader() {}

  /** {@code {"filters": […], "columns": […], "limit": 100}}, each of which may be absent. */
  public static Scope read(String json) {
    var faults = new Faults();
    Fields fields = Fields.of(RecipeJson.parse(json), "", faults);
    var filters = new FilterReader(faults).filters(fields);
    var columns = fields.texts("columns", MOST_COLUMNS, RecipeReader.NAME);
    Integer limit = fields.integer("limit", 1, Scope.MOST);
    fields.done();
    if (!faults.none()) {
      throw new RecipeException(faults.all());
    }
    return new Scope(filters, columns, limit == null ? Scope.DEFAULT_LIMIT : limit);
  }
}
