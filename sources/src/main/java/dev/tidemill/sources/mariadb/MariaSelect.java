package dev.tidemill.sources.mariadb;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Filter;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import java.util.List;

/** The query of a chunk. */
record MariaSelect(MariaTable table, List<Filter> filters, MariaGuard guard) {

  static MariaSelect of(MariaTable table, SourceRequest request) {
    return new MariaSelect(
        table,
        request.filters(table.columns().stream().map(MariaColumn::column).toList()),
        MariaGuard.of(table.columns(), request.mostBytes()));
  }

  MariaQuery of(Chunk chunk) {
    var query = new MariaQuery(table, "SELECT " + guard.select() + " FROM " + table.quoted());
    switch (chunk) {
      case Chunk.Whole whole -> {}
      case Chunk.Keys keys -> range(query, keys);
      case Chunk.NullKey key -> query.and(MariaColumn.quote(key.column()) + " IS NULL");
      case Chunk.Leaf leaf -> throw unknown();
      case Chunk.Pages pages -> throw unknown();
      case Chunk.Slice slice -> throw unknown();
      case Chunk.Group group -> throw unknown();
    }
    return query.filters(filters);
  }

  private static void range(MariaQuery query, Chunk.Keys keys) {
    if (keys.from() != null) {
      query.from(keys.columns(), keys.from());
    }
    if (keys.to() != null) {
      query.below(keys.columns(), keys.to());
    }
    if (keys.from() == null && keys.to() == null) {
      keys.columns().forEach(c -> query.and(MariaColumn.quote(c) + " IS NOT NULL"));
    }
  }

  private static RuntimeException unknown() {
    return Problem.of(SourceError.SOURCE_CHANGED, "the chunk is of another kind of source")
        .exception();
  }
}
