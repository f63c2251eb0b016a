package dev.tidemill.sources.postgres;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceUri;
import dev.tidemill.sources.TableName;
import dev.tidemill.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** A table as the catalogue describes it. */
record PgTable(long oid, String schema, String name, Kind kind, List<PgColumn> columns) {

  /** What a name stands for. */
  enum Kind {
    TABLE,
    PARTITIONED,
    VIEW,
    FOREIGN
  }

  private static final String FIND =
      """
      SELECT c.oid::bigint, n.nspname, c.relname, c.relkind::text
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relname = ? AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND CASE WHEN ?::text IS NULL THEN pg_table_is_visible(c.oid) ELSE n.nspname = ? END
      """;

  private static final String COLUMNS =
      """
      WITH RECURSIVE base (attnum, type, modifier) AS (
        SELECT attnum, atttypid, atttypmod FROM pg_attribute
        WHERE attrelid = ?::bigint::oid AND attnum > 0 AND NOT attisdropped
        UNION ALL
        SELECT b.attnum, t.typbasetype,
          CASE WHEN b.modifier = -1 THEN t.typtypmod ELSE b.modifier END
        FROM base b JOIN pg_type t ON t.oid = b.type AND t.typtype = 'd')
      SELECT a.attname, a.attnotnull, format_type(a.atttypid, a.atttypmod), t.typname,
        t.typnamespace = 'pg_catalog'::regnamespace, b.modifier
      FROM base b
      JOIN pg_type t ON t.oid = b.type AND t.typtype <> 'd'
      JOIN pg_attribute a ON a.attrelid = ?::bigint::oid AND a.attnum = b.attnum
      ORDER BY a.attnum
      """;

  static PgTable find(Connection connection, SourceUri uri) throws SQLException {
    TableName table = uri.table();
    try (PreparedStatement sql = connection.prepareStatement(FIND)) {
      sql.setString(1, table.name());
      sql.setString(2, table.schema());
      sql.setString(3, table.schema());
      try (ResultSet rows = sql.executeQuery()) {
        if (!rows.next()) {
          throw Problem.of(SourceError.SOURCE_NOT_FOUND, "there is no table " + table)
              .field("uri")
              .cause("database %s on %s has none".formatted(uri.database(), uri.host()))
              .exception();
        }
        long oid = rows.getLong(1);
        var columns = columns(connection, oid);
        requireUsable(table, columns);
        return new PgTable(
            oid, rows.getString(2), rows.getString(3), kind(rows.getString(4)), columns);
      }
    }
  }

  String quoted() {
    return Dialect.STANDARD.quote(schema) + "." + Dialect.STANDARD.quote(name);
  }

  private static Kind kind(String letter) {
    return switch (letter) {
      case "p" -> Kind.PARTITIONED;
      case "v" -> Kind.VIEW;
      case "f" -> Kind.FOREIGN;
      default -> Kind.TABLE;
    };
  }

  private static List<PgColumn> columns(Connection connection, long oid) throws SQLException {
    var columns = new ArrayList<PgColumn>();
    try (PreparedStatement sql = connection.prepareStatement(COLUMNS)) {
      sql.setLong(1, oid);
      sql.setLong(2, oid);
      try (ResultSet rows = sql.executeQuery()) {
        while (rows.next()) {
          columns.add(
              PgTypes.column(
                  new PgTypes.Raw(
                      rows.getString(1),
                      !rows.getBoolean(2),
                      rows.getString(3),
                      rows.getString(4),
                      rows.getBoolean(5),
                      rows.getInt(6))));
        }
      }
    }
    return List.copyOf(columns);
  }

  private static void requireUsable(TableName table, List<PgColumn> columns) {
    var names = new HashSet<String>();
    for (PgColumn column : columns) {
      if (!names.add(column.name().toLowerCase(Locale.ROOT))) {
        throw unusable(table, "two columns differ only in the case of " + column.name());
      }
    }
    if (columns.isEmpty()) {
      throw unusable(table, "it has no columns");
    }
  }

  private static TidemillException unusable(TableName table, String why) {
    return Problem.of(SourceError.SOURCE_VALUE_UNSUPPORTED, table + " cannot be staged")
        .field("uri")
        .cause(why)
        .next("stage a view with other names")
        .exception();
  }
}
