package dev.tidemill.sources.postgres;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.TooLong;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Keeps values that are too long at the server: the driver reads a row whole before anybody sees
 * how long it is, and a value may have a gigabyte. In place of such a value the server sends
 * nothing, and its length in a field behind the row's own.
 *
 * <p>It costs little, but not nothing, so it is left out where no value can be too long: a long
 * value of a table lies in the table's TOAST file, whose size is known.
 *
 * @param columns the guarded ones, by index
 * @param most bytes of a value; a row may have twice as many
 */
record PgGuard(PgTable table, List<Integer> columns, long most) {
  /** The most that PostgreSQL's compressions, pglz and lz4, make of a byte. */
  private static final long SQUEEZED = 256;

  /** A server sends no longer value than this. */
  private static final long MOST_SENT = 1L << 30;

  /** Shown as text, they are always short. */
  private static final Set<String> SHORT =
      Set.of(
          "cid",
          "cidr",
          "date",
          "inet",
          "interval",
          "macaddr",
          "macaddr8",
          "money",
          "name",
          "numeric",
          "pg_lsn",
          "point",
          "time",
          "timetz",
          "uuid",
          "xid",
          "xid8");

  /** Shown as text, they are as long as they are stored. */
  private static final Set<String> AS_STORED = Set.of("bpchar", "json", "xml");

  private static final String STORED =
      """
      WITH RECURSIVE tree (oid) AS (
        SELECT ?::bigint::oid
        UNION
        SELECT i.inhrelid FROM pg_inherits i JOIN tree t ON i.inhparent = t.oid)
      SELECT greatest(current_setting('block_size')::bigint,
          max(pg_relation_size(nullif(c.reltoastrelid, 0)))),
        bool_or(c.relkind NOT IN ('r', 'm', 'p'))
      FROM tree JOIN pg_class c USING (oid)
      """;

  /** To be asked by whoever reads, inside the snapshot: what it sees cannot shrink meanwhile. */
  static PgGuard of(Connection connection, PgTable table, long most) throws SQLException {
    boolean stored = mayBeStored(connection, table, most);
    var columns = new ArrayList<Integer>();
    for (int i = 0; i < table.columns().size(); i++) {
      PgColumn column = table.columns().get(i);
      if (unbounded(column, stored)) {
        columns.add(i);
      }
    }
    return new PgGuard(table, columns, Math.min(most, MOST_SENT));
  }

  private static boolean unbounded(PgColumn column, boolean stored) {
    if (column.wire() != Wire.TEXT && column.wire() != Wire.BYTES) {
      return false;
    }
    boolean asStored = !column.asText() || AS_STORED.contains(column.type());
    return asStored ? stored : !SHORT.contains(column.type());
  }

  private static boolean mayBeStored(Connection connection, PgTable table, long most)
      throws SQLException {
    try (PreparedStatement sql = connection.prepareStatement(STORED)) {
      sql.setLong(1, table.oid());
      try (ResultSet rows = sql.executeQuery()) {
        rows.next();
        // A view may compute what nobody stored.
        return rows.getBoolean(2) || rows.getLong(1) > most / SQUEEZED;
      }
    }
  }

  /** How many fields a row has more than its table has columns. */
  int fields() {
    return columns.isEmpty() ? 0 : columns.size() + 1;
  }

  /**
   * @param rows a query whose columns are named {@code c0}, {@code c1} and so on
   */
  String around(String rows) {
    if (columns.isEmpty()) {
      return rows;
    }
    String total =
        columns.stream()
            .map(i -> "coalesce(octet_length(c%d), 0)::bigint".formatted(i))
            .collect(Collectors.joining(" + "));
    String fields =
        IntStream.range(0, table.columns().size())
            .mapToObj(i -> columns.contains(i) ? kept(i) : "c" + i)
            .collect(Collectors.joining(", "));
    String lengths =
        columns.stream()
            .map(
                i ->
                    "CASE WHEN octet_length(c%1$d) > %2$d THEN octet_length(c%1$d)::bigint END"
                        .formatted(i, most))
            .collect(Collectors.joining(", "));
    // OFFSET keeps each level by itself, so that texts are made once.
    return """
        SELECT %s, %s, CASE WHEN total > %d THEN total END FROM (
          SELECT *, %s AS total FROM (%s OFFSET 0) AS plain OFFSET 0) AS guarded"""
        .formatted(fields, lengths, 2 * most, total, rows);
  }

  private String kept(int i) {
    return "CASE WHEN octet_length(c%1$d) <= %2$d AND total <= %3$d THEN c%1$d END"
        .formatted(i, most, 2 * most);
  }

  /**
   * @param field of those behind the row's own
   */
  TidemillException refusal(int field, long length, long row) {
    return field < columns.size()
        ? TooLong.value(table.columns().get(columns.get(field)).name(), length, row, most)
        : TooLong.row(length, row, most);
  }
}
