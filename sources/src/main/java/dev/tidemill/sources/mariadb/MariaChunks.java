package dev.tidemill.sources.mariadb;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Filters;
import dev.tidemill.sources.KeyCuts;
import dev.tidemill.sources.SourceError;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where a table is cut: at every so-many-th key of its primary key, or at sampled quantiles. */
final class MariaChunks {
  private static final long SAMPLES_PER_CHUNK = 2000;

  private final Connection connection;
  private final MariaTable table;
  private final MariaSelect select;

  MariaChunks(Connection connection, MariaSelect select) {
    this.connection = connection;
    this.table = select.table();
    this.select = select;
  }

  List<Chunk> plan(int chunks, @Nullable String partitionKey, long rows) throws SQLException {
    if (chunks <= 1) {
      return List.of(new Chunk.Whole());
    }
    if (partitionKey != null) {
      return quantiles(chunks, Filters.partitionKey(partitionKey, table.names()), rows);
    }
    var key = table.primaryKey();
    boolean usable = !key.isEmpty() && key.stream().allMatch(c -> table.column(c).orderable());
    return usable ? probes(chunks, key, rows) : List.of(new Chunk.Whole());
  }

  /** Each probe walks the index from the last bound on, so all of them walk it once. */
  private List<Chunk> probes(int chunks, List<String> key, long rows) throws SQLException {
    long step = Math.max(1, rows / chunks);
    String columns = key.stream().map(MariaColumn::quote).collect(Collectors.joining(", "));
    var bounds = new ArrayList<List<String>>();
    while (bounds.size() < chunks - 1) {
      var query = new MariaQuery(table, "SELECT " + columns + " FROM " + table.quoted());
      if (!bounds.isEmpty()) {
        query.above(key, bounds.getLast());
      }
      query.filters(select.filters());
      query.append(" ORDER BY %s LIMIT 1 OFFSET %d".formatted(columns, step - 1));
      try (PreparedStatement sql = query.prepare(connection);
          ResultSet found = sql.executeQuery()) {
        if (!found.next()) {
          break;
        }
        var bound = new ArrayList<String>();
        for (int i = 1; i <= key.size(); i++) {
          bound.add(found.getString(i));
        }
        bounds.add(bound);
      }
    }
    return KeyCuts.chunks(key, bounds, false);
  }

  private List<Chunk> quantiles(int chunks, String key, long rows) throws SQLException {
    MariaColumn column = table.column(key);
    if (!column.orderable()) {
      throw Problem.of(
              SourceError.INVALID_PARTITION_KEY,
              "the source cannot be cut at %s (%s)".formatted(key, column.column().sourceType()))
          .field("partition_key")
          .next("name a column of whole numbers, decimals, short texts or dates")
          .exception();
    }
    double share = Math.min(1, (double) SAMPLES_PER_CHUNK * chunks / Math.max(1, rows));
    String quoted = MariaColumn.quote(key);
    var query =
        new MariaQuery(
            table,
            "SELECT bound FROM (SELECT bound, ROW_NUMBER() OVER (ORDER BY bound) AS place,"
                + " COUNT(*) OVER () AS n FROM (SELECT "
                + quoted
                + " AS bound FROM "
                + table.quoted());
    query.and(quoted + " IS NOT NULL");
    if (share < 1) {
      query.and("RAND() < " + String.format(Locale.ROOT, "%.9f", share));
    }
    query.filters(select.filters());
    query.append(
        ") AS sampled) AS placed WHERE FLOOR(place * %d / n) > FLOOR((place - 1) * %d / n)"
            .formatted(chunks, chunks));
    // Grouped by the database, because its collation says which texts are the same.
    query.append(" AND place < n GROUP BY bound ORDER BY bound");
    var bounds = new ArrayList<List<String>>();
    try (PreparedStatement sql = query.prepare(connection);
        ResultSet found = sql.executeQuery()) {
      while (found.next()) {
        bounds.add(List.of(found.getString(1)));
      }
    }
    return KeyCuts.chunks(List.of(key), bounds, column.column().nullable());
  }
}
