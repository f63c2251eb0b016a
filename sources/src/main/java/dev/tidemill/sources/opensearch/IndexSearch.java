package dev.tidemill.sources.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.error.Problem;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Filter;
import dev.tidemill.sources.SourceError;
import org.jspecify.annotations.Nullable;

/** The searches of one point in time. */
record IndexSearch(Index index, Flavour flavour, String pointInTime) {
  static final String KEEP_ALIVE = "10m";

  private static final String TIMES = "strict_date_optional_time_nanos";

  /** A page without a result that misses shards. */
  static final String PATH = "/_search?allow_partial_search_results=false";

  /** The documents of a chunk behind those that were read. */
  ObjectNode page(Chunk chunk, int size, @Nullable JsonNode after) {
    ObjectNode search = base(size);
    switch (chunk) {
      case Chunk.Whole whole -> {}
      case Chunk.Slice slice ->
          search.putObject("slice").put("id", slice.number()).put("max", slice.of());
      case Chunk.Leaf leaf -> throw unknown();
      case Chunk.Pages pages -> throw unknown();
      case Chunk.Keys keys -> throw unknown();
      case Chunk.NullKey key -> throw unknown();
      case Chunk.Group group -> throw unknown();
    }
    flavour.sort(search.putArray("sort"));
    if (after != null) {
      search.set("search_after", after);
    }
    var texts = search.putArray("_source");
    var fields = search.putArray("fields");
    for (IndexColumn column : index.columns()) {
      if (column.isText() && !column.isId()) {
        texts.add(column.name());
      } else if (column.isTime()) {
        fields.addObject().put("field", column.name()).put("format", TIMES);
      } else if (!column.isId()) {
        fields.add(column.name());
      }
    }
    if (texts.isEmpty()) {
      search.put("_source", false);
    }
    return search;
  }

  /** How many documents the filters leave. */
  ObjectNode count() {
    return base(0);
  }

  /**
   * Documents with values that were not indexed: too long, or not what the mapping says. They would
   * be missing from typed columns, and filters would not find them.
   */
  ObjectNode ignored() {
    ObjectNode search = base(1);
    search.remove("query");
    var any = search.putObject("query").putObject("bool").putArray("should");
    var fields = any.addObject().putObject("terms").putArray("_ignored");
    index.columns().stream().filter(c -> !c.isText()).forEach(c -> fields.add(c.name()));
    for (Filter filter : index.filters()) {
      var asked = new IndexFilter(index.column(filter.column()), filter);
      if (index.column(filter.column()).isText() && !asked.misses()) {
        continue; // What is too long for the index is none of the texts that are asked for.
      }
      fields.add(asked.field());
      ObjectNode overlong = asked.overlong();
      if (overlong != null) {
        any.add(overlong);
      }
    }
    search.put("_source", false);
    return search;
  }

  private ObjectNode base(int size) {
    ObjectNode search = JsonNodeFactory.instance.objectNode().put("size", size);
    search.put("track_total_hits", true);
    search.putObject("pit").put("id", pointInTime).put("keep_alive", KEEP_ALIVE);
    var filters = search.putObject("query").putObject("bool").putArray("filter");
    for (Filter filter : index.filters()) {
      filters.add(new IndexFilter(index.column(filter.column()), filter).query());
    }
    return search;
  }

  private static RuntimeException unknown() {
    return Problem.of(SourceError.SOURCE_CHANGED, "OpenSearch has no such chunks").exception();
  }
}
