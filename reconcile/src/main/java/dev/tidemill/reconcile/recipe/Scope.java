package dev.tidemill.reconcile.recipe;

import java.util.List;

/**
 * A part of one source that somebody wants to see.
 *
 * @param columns none for all
 * @param limit at most so many rows
 */
public record Scope(List<Filter> filters, List<String> columns, int limit) {
  public static final int DEFAULT_LIMIT = 100;
  public static final int MOST = 1000;

  public Scope {
    filters = List.copyOf(filters);
    columns = List.copyOf(columns);
  }
}
