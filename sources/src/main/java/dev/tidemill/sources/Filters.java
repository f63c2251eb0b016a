package dev.tidemill.sources;

import dev.tidemill.core.NameSuggestion;
import dev.tidemill.core.error.Problem;
import java.util.List;

/** What every connector asks of filters and of a partition key. */
public final class Filters {
  private Filters() {}

  /** The filter's column, which must be one of these. */
  public static String column(Filter filter, List<String> columns) {
    return known(filter.column(), columns, SourceError.INVALID_SOURCE_FILTER, "filters");
  }

  /** The partition key, which must be one of these. */
  public static String partitionKey(String key, List<String> columns) {
    return known(key, columns, SourceError.INVALID_PARTITION_KEY, "partition_key");
  }

  private static String known(String name, List<String> columns, SourceError code, String field) {
    if (!columns.contains(name)) {
      throw Problem.of(code, "the source has no column '%s'".formatted(name))
          .field(field)
          .next(
              NameSuggestion.closest(name, columns)
                  .map(w -> "did you mean " + w + "?")
                  .orElse("its columns are " + String.join(", ", columns)))
          .exception();
    }
    return name;
  }
}
