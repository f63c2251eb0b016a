package dev.tidemill.sources.postgres;

import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Filter;
import dev.tidemill.sources.Filters;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of a chunk. COPY takes no parameters, so values are literals: quoted, with escapes off,
 * and without a type, so that the server reads them as the column's own.
 */
record PgSelect(PgTable table, List<Filter> filters, PgGuard guard) {
  private static final Dialect DIALECT = Dialect.STANDARD;

  static PgSelect of(Connection connection, PgTable table, SourceRequest request)
      throws SQLException {
    return new PgSelect(
        table,
        request.filters(table.columns().stream().map(PgColumn::column).toList()),
        PgGuard.of(connection, table, request.mostBytes()));
  }

  String copy(Chunk chunk) {
    return "COPY (" + guard.around(select(chunk)) + ") TO STDOUT (FORMAT binary)";
  }

  String select(Chunk chunk) {
    return switch (chunk) {
      case Chunk.Whole whole -> from(table.quoted(), List.of());
      case Chunk.Leaf leaf -> from(only(leaf.schema(), leaf.table()), List.of());
      case Chunk.Pages p ->
          from(
              p.table() == null || p.schema() == null
                  ? table.quoted()
                  : only(p.schema(), p.table()),
              pages(p));
      case Chunk.Keys keys -> from(table.quoted(), range(keys));
      case Chunk.NullKey key ->
          from(table.quoted(), List.of(DIALECT.quote(key.column()) + " IS NULL"));
      case Chunk.Slice slice ->
          throw new IllegalStateException("PostgreSQL plans no slices, got " + slice);
      case Chunk.Group group ->
          group.parts().stream().map(this::select).collect(Collectors.joining(" UNION ALL "));
    };
  }

  String where(List<String> more) {
    var conditions = new ArrayList<>(more);
    filters.forEach(filter -> conditions.add(condition(filter)));
    return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
  }

  private String from(String source, List<String> conditions) {
    String expressions =
        IntStream.range(0, table.columns().size())
            .mapToObj(i -> table.columns().get(i).expression() + " AS c" + i)
            .collect(Collectors.joining(", "));
    return "SELECT " + expressions + " FROM " + source + where(conditions);
  }

  private static String only(String schema, String table) {
    return "ONLY " + DIALECT.quote(schema) + "." + DIALECT.quote(table);
  }

  private static List<String> pages(Chunk.Pages pages) {
    var conditions = new ArrayList<String>();
    if (pages.from() > 0) {
      conditions.add("ctid >= '(%d,0)'::tid".formatted(pages.from()));
    }
    if (pages.to() != null) {
      conditions.add("ctid < '(%d,0)'::tid".formatted(pages.to()));
    }
    return conditions;
  }

  private static List<String> range(Chunk.Keys keys) {
    var conditions = new ArrayList<String>();
    bound(keys, ">=", keys.from(), conditions);
    bound(keys, "<", keys.to(), conditions);
    if (conditions.isEmpty()) {
      // A range without bounds still leaves the rows without a key to the chunk for those.
      keys.columns().forEach(c -> conditions.add(DIALECT.quote(c) + " IS NOT NULL"));
    }
    return conditions;
  }

  private static void bound(
      Chunk.Keys keys, String op, @Nullable List<String> values, List<String> conditions) {
    if (values != null) {
      conditions.add(
          "(%s) %s (%s)"
              .formatted(
                  keys.columns().stream().map(DIALECT::quote).collect(Collectors.joining(", ")),
                  op,
                  values.stream().map(DIALECT::literal).collect(Collectors.joining(", "))));
    }
  }

  private String condition(Filter filter) {
    String column = DIALECT.quote(Filters.column(filter, names()));
    List<String> values = filter.value().stream().map(DIALECT::literal).toList();
    return switch (filter.op()) {
      case BETWEEN -> "%s BETWEEN %s AND %s".formatted(column, values.getFirst(), values.getLast());
      case IN -> "%s IN (%s)".formatted(column, String.join(", ", values));
      case EQ, NEQ, GT, GTE, LT, LTE, LIKE ->
          "%s %s %s".formatted(column, filter.op().sql(), values.getFirst());
    };
  }

  private List<String> names() {
    return table.columns().stream().map(PgColumn::name).toList();
  }
}
