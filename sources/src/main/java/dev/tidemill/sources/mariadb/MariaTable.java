package dev.tidemill.sources.mariadb;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceUri;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A table as information_schema describes it.
 *
 * @param primaryKey empty when there is none
 */
record MariaTable(
    String database, String name, List<MariaColumn> columns, List<String> primaryKey) {
  private static final String COLUMNS =
      """
      SELECT column_name, is_nullable = 'YES', data_type, column_type,
        COALESCE(numeric_precision, 0), COALESCE(numeric_scale, 0)
      FROM information_schema.columns WHERE table_schema = ? AND table_name = ?
      ORDER BY ordinal_position
      """;
  private static final String PRIMARY_KEY =
      """
      SELECT column_name FROM information_schema.statistics
      WHERE table_schema = ? AND table_name = ? AND index_name = 'PRIMARY' ORDER BY seq_in_index
      """;

  static MariaTable find(Connection connection, SourceUri uri) throws SQLException {
    String schema = uri.table().schema();
    String database = schema == null ? uri.database() : schema;
    String name = uri.table().name();
    var columns =
        rows(
            connection,
            COLUMNS,
            database,
            name,
            r ->
                MariaTypes.column(
                    new MariaTypes.Raw(
                        r.getString(1),
                        r.getBoolean(2),
                        r.getString(3),
                        r.getString(4),
                        r.getInt(5),
                        r.getInt(6))));
    if (columns.isEmpty()) {
      throw Problem.of(SourceError.SOURCE_NOT_FOUND, "there is no table " + uri.table())
          .field("uri")
          .cause("database %s on %s has none that this user sees".formatted(database, uri.host()))
          .exception();
    }
    var key = rows(connection, PRIMARY_KEY, database, name, r -> r.getString(1));
    return new MariaTable(database, name, columns, key);
  }

  private interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  private static <T> List<T> rows(
      Connection connection, String query, String database, String name, Row<T> row)
      throws SQLException {
    var found = new ArrayList<T>();
    try (PreparedStatement sql = connection.prepareStatement(query)) {
      sql.setString(1, database);
      sql.setString(2, name);
      try (ResultSet rows = sql.executeQuery()) {
        while (rows.next()) {
          found.add(row.of(rows));
        }
      }
    }
    return List.copyOf(found);
  }

  String quoted() {
    return MariaColumn.quote(database) + "." + MariaColumn.quote(name);
  }

  List<String> names() {
    return columns.stream().map(MariaColumn::name).toList();
  }

  MariaColumn column(String name) {
    return columns.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  List<SourceColumn> sourceColumns() {
    return columns.stream().map(MariaColumn::column).toList();
  }
}
