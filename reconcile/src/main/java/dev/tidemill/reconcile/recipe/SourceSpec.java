package dev.tidemill.reconcile.recipe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of the two sources.
 *
 * @param primaryKey columns that name a record; empty means its number in the file
 * @param filters what is in scope; all must hold
 * @param partitionKey by which column staging cuts it into chunks
 */
public record SourceSpec(
    String alias,
    String uri,
    List<String> primaryKey,
    List<Filter> filters,
    @Nullable String partitionKey,
    DuplicatePolicy duplicates) {
  public SourceSpec {
    primaryKey = List.copyOf(primaryKey);
    filters = List.copyOf(filters);
  }
}
