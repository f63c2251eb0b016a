package dev.tidemill.sources;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a table. The chunks of a plan hold every row once, whatever the values are. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Chunk.Whole.class, name = "whole"),
  @JsonSubTypes.Type(value = Chunk.Leaf.class, name = "leaf"),
  @JsonSubTypes.Type(value = Chunk.Pages.class, name = "pages"),
  @JsonSubTypes.Type(value = Chunk.Keys.class, name = "keys"),
  @JsonSubTypes.Type(value = Chunk.NullKey.class, name = "null_key"),
  @JsonSubTypes.Type(value = Chunk.Slice.class, name = "slice"),
  @JsonSubTypes.Type(value = Chunk.Group.class, name = "group")
})
public sealed interface Chunk {

  /** All of it. */
  record Whole() implements Chunk {}

  /** All of one partition. */
  record Leaf(String schema, String table) implements Chunk {}

  /**
   * Physical pages of one table or partition, or of each member of a table that is read as a whole.
   *
   * @param table absent to read through the source's own name
   * @param to exclusive; absent in the last one, because tables grow
   */
  record Pages(@Nullable String schema, @Nullable String table, long from, @Nullable Long to)
      implements Chunk {}

  /**
   * Keys from a bound on, up to before another, in the database's own order.
   *
   * @param from absent in the first
   * @param to absent in the last
   */
  record Keys(List<String> columns, @Nullable List<String> from, @Nullable List<String> to)
      implements Chunk {}

  /** The rows whose key is NULL, which no range holds. */
  record NullKey(String column) implements Chunk {}

  /** One of so many parts that the source itself makes. */
  record Slice(int number, int of) implements Chunk {}

  /** Several at once, such as many small partitions. */
  record Group(List<Chunk> parts) implements Chunk {}
}
