package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Filter;
import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.SqlColumn;
import java.util.ArrayList;
import java.util.List;

/** Filters as matching applies them, for others who want to see the same rows. */
public final class ScopeSql {
  private ScopeSql() {}

  /**
   * A condition that is always there.
   *
   * @param columns one for each filter
   */
  public static String condition(Dialect dialect, List<Filter> filters, List<SqlColumn> columns) {
    var all = new ArrayList<String>();
    for (int i = 0; i < filters.size(); i++) {
      all.add(new FilterSql(dialect).predicate(filters.get(i), columns.get(i)));
    }
    return all.isEmpty() ? "TRUE" : String.join(" AND ", all);
  }
}
