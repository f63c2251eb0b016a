package dev.tidemill.sources;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of a source.
 *
 * @param partitionKey the column to cut at, in place of the connector's own choice
 */
public record SourceRequest(
    SourceUri uri, Credential credential, List<Filter> filters, @Nullable String partitionKey) {
  public SourceRequest {
    filters = List.copyOf(filters);
  }

  public static SourceRequest all(SourceUri uri, Credential credential) {
    return new SourceRequest(uri, credential, List.of(), null);
  }
}
