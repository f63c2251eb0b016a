package dev.tidemill.sources.postgres;

import dev.tidemill.sql.SqlType;
import dev.tidemill.testkit.PostgresDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A column as the server itself writes it down. */
final class ServerText {
  private ServerText() {}

  static List<@Nullable String> of(
      PostgresDatabase database, String table, String column, SqlType type) {
    String quoted = '"' + column + '"';
    String text =
        switch (type) {
          case SqlType.Decimal d ->
              "(%s::numeric(%d, %d))::text".formatted(quoted, d.precision(), d.scale());
          case SqlType.Simple simple ->
              switch (simple) {
                case DOUBLE -> "(%s::float8)::text".formatted(quoted);
                case VARBINARY -> "encode(%s, 'hex')".formatted(quoted);
                case TIMESTAMP -> "(%s)::timestamp(6)::text".formatted(quoted);
                case BOOLEAN, BIGINT, VARCHAR, DATE -> quoted + "::text";
              };
        };
    var found = new ArrayList<@Nullable String>();
    try (var connection = database.connect();
        var sql = connection.createStatement()) {
      sql.execute("SET TimeZone = 'UTC'");
      sql.execute("SET DateStyle = 'ISO, YMD'");
      try (var rows = sql.executeQuery("SELECT %s FROM %s ORDER BY n".formatted(text, table))) {
        while (rows.next()) {
          String value = rows.getString(1);
          found.add(
              value != null && type == SqlType.DOUBLE
                  ? CanonicalText.real(Double.parseDouble(value))
                  : value);
        }
      }
      return found;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
