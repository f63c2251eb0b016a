package dev.tidemill.sources.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.Filter;
import dev.tidemill.sources.Filters;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An index, alias or data stream, and what is wanted of it. */
record Index(String name, List<IndexColumn> columns, List<Filter> filters) {

  static Index find(OpenSearchHttp http, SourceRequest request) {
    String name = request.uri().table().name();
    if (request.uri().table().schema() != null
        || name.startsWith("_")
        || name.startsWith("-")
        || name.chars().anyMatch(c -> "*,?<>|/\\\"# ".indexOf(c) >= 0)) {
      throw Problem.of(
              SourceError.INVALID_SOURCE_URI, "'%s' is not the name of one index".formatted(name))
          .field("uri")
          .next("write opensearch://host:9200/index; patterns are not read")
          .exception();
    }
    JsonNode mappings = http.call("GET", "/" + OpenSearchHttp.escaped(name) + "/_mapping", null);
    var columns = common(name, mappings);
    List<String> names = columns.stream().map(IndexColumn::name).toList();
    request.filters().forEach(filter -> Filters.column(filter, names));
    var all = new Index(name, columns, List.of());
    return new Index(name, columns, request.filters(all.sourceColumns(), all::finds));
  }

  /** Whether the index knows all that such a filter is about. */
  private boolean finds(Filter filter) {
    return new IndexFilter(column(filter.column()), filter).usable();
  }

  /** What an alias stands for must have the same columns everywhere. */
  private static List<IndexColumn> common(String name, JsonNode mappings) {
    @Nullable List<IndexColumn> first = null;
    for (JsonNode index : mappings) {
      JsonNode mapping = index.path("mappings");
      if (!mapping.path("_source").path("enabled").asBoolean(true)) {
        throw unreadable(name, "it does not keep its documents (_source is off)");
      }
      var columns = IndexColumn.of(mapping);
      if (first != null && !first.equals(columns)) {
        throw unreadable(name, "its indexes have different mappings");
      }
      first = columns;
    }
    if (first == null) {
      throw Problem.of(SourceError.SOURCE_NOT_FOUND, "there is no index " + name).exception();
    }
    return first;
  }

  List<SourceColumn> sourceColumns() {
    return columns.stream().map(IndexColumn::column).toList();
  }

  IndexSearch search(Flavour flavour, String pointInTime) {
    return new IndexSearch(this, flavour, pointInTime);
  }

  IndexColumn column(String named) {
    return columns.stream().filter(c -> c.name().equals(named)).findFirst().orElseThrow();
  }

  private static TidemillException unreadable(String name, String why) {
    return Problem.of(SourceError.SOURCE_VALUE_UNSUPPORTED, "%s cannot be read".formatted(name))
        .cause(why)
        .exception();
  }
}
