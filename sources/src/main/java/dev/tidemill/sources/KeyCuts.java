package dev.tidemill.sources;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ranges between bounds that the database put in its own order: half-open, the first open below,
 * the last open above, so that every key is in exactly one.
 */
public final class KeyCuts {
  private KeyCuts() {}

  /**
   * @param nullable adds a chunk for the rows that no range holds; for a key of one column
   */
  public static List<Chunk> chunks(
      List<String> columns, List<List<String>> bounds, boolean nullable) {
    if (bounds.isEmpty()) {
      return List.of(new Chunk.Whole());
    }
    var chunks = new ArrayList<Chunk>();
    @Nullable List<String> from = null;
    for (List<String> bound : bounds) {
      chunks.add(new Chunk.Keys(columns, from, bound));
      from = bound;
    }
    chunks.add(new Chunk.Keys(columns, from, null));
    if (nullable) {
      chunks.add(new Chunk.NullKey(columns.getFirst()));
    }
    return chunks;
  }
}
