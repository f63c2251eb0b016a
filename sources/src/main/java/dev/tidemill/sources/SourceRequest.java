package dev.tidemill.sources;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of a source.
 *
 * @param filters all of them are applied, or the request is refused
 * @param partitionKey the column to cut at, in place of the connector's own choice
 * @param hints applied where that is safe
 * @param mostBytes a longer text or binary value is refused, by the source itself where it can;
 *     never more than the heap allows
 */
public record SourceRequest(
    SourceUri uri,
    Credential credential,
    List<Filter> filters,
    @Nullable String partitionKey,
    List<Hint> hints,
    long mostBytes) {
  /** A longer value is refused unless somebody says otherwise. */
  public static final long MOST_BYTES = 64L << 20;

  /**
   * A row, which may be twice as long as a value, is held up to five times on its way into a file,
   * and a second job may hold as much.
   */
  private static final long SHARE_OF_HEAP = 24;

  public SourceRequest {
    mostBytes = Math.min(mostBytes, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    filters = List.copyOf(filters);
    hints = List.copyOf(hints);
  }

  public SourceRequest(
      SourceUri uri, Credential credential, List<Filter> filters, @Nullable String partitionKey) {
    this(uri, credential, filters, partitionKey, List.of(), MOST_BYTES);
  }

  public SourceRequest(
      SourceUri uri,
      Credential credential,
      List<Filter> filters,
      @Nullable String partitionKey,
      List<Hint> hints) {
    this(uri, credential, filters, partitionKey, hints, MOST_BYTES);
  }

  public SourceRequest withMost(long bytes) {
    return new SourceRequest(uri, credential, filters, partitionKey, hints, bytes);
  }

  public static SourceRequest all(SourceUri uri, Credential credential) {
    return new SourceRequest(uri, credential, List.of(), null);
  }

  /** The filters, and those of the hints that are safe with such columns. */
  public List<Filter> filters(List<SourceColumn> columns) {
    return filters(columns, filter -> true);
  }

  /**
   * @param possible what else the connector asks of a hint
   */
  public List<Filter> filters(List<SourceColumn> columns, Predicate<Filter> possible) {
    var all = new ArrayList<>(filters);
    hints.stream()
        .filter(hint -> Hints.usable(hint, columns))
        .map(Hint::filter)
        .filter(possible)
        .forEach(all::add);
    return all;
  }
}
