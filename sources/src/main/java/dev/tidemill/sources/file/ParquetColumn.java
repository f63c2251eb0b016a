package dev.tidemill.sources.file;

import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A column of a Parquet file as the engines' seam carries it.
 *
 * @param cast the SQL that makes it so
 * @param doubt SQL that is true of a value which the cast would change; null if there is none
 */
record ParquetColumn(SqlColumn column, String cast, @Nullable String doubt) {
  private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+),\\s*(\\d+)\\)");

  /** Null for a type that cannot be carried. */
  static @Nullable ParquetColumn of(String name, String type, Dialect dialect) {
    String quoted = dialect.quote(name);
    Matcher decimal = DECIMAL.matcher(type);
    if (decimal.matches()) {
      int precision = Integer.parseInt(decimal.group(1));
      int scale = Integer.parseInt(decimal.group(2));
      return as(name, SqlType.decimal(precision, scale), quoted);
    }
    if (type.endsWith("]") || type.startsWith("STRUCT(") || type.startsWith("MAP(")) {
      return as(name, SqlType.VARCHAR, "CAST(to_json(%s) AS VARCHAR)".formatted(quoted));
    }
    return switch (type) {
      case "BOOLEAN" -> as(name, SqlType.BOOLEAN, quoted);
      // Widened, so that sums of narrow ones do not overflow.
      case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER" ->
          as(name, SqlType.BIGINT, "CAST(%s AS BIGINT)".formatted(quoted));
      case "UBIGINT" ->
          as(name, SqlType.decimal(20, 0), "CAST(%s AS DECIMAL(20, 0))".formatted(quoted));
      case "FLOAT", "DOUBLE" -> as(name, SqlType.DOUBLE, "CAST(%s AS DOUBLE)".formatted(quoted));
      case "VARCHAR" -> as(name, SqlType.VARCHAR, quoted);
      case "JSON", "UUID", "TIME" ->
          as(name, SqlType.VARCHAR, "CAST(%s AS VARCHAR)".formatted(quoted));
      case "BLOB" -> as(name, SqlType.VARBINARY, quoted);
      case "DATE" -> as(name, SqlType.DATE, quoted);
      // Sessions are in UTC, so a moment becomes its time of day there.
      case "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP WITH TIME ZONE" ->
          as(name, SqlType.TIMESTAMP, "CAST(%s AS TIMESTAMP)".formatted(quoted));
      case "TIMESTAMP_NS" ->
          new ParquetColumn(
              new SqlColumn(name, SqlType.TIMESTAMP),
              "CAST(%s AS TIMESTAMP)".formatted(quoted),
              "epoch_ns(%s) %% 1000 <> 0".formatted(quoted));
      default -> null;
    };
  }

  private static ParquetColumn as(String name, SqlType type, String cast) {
    return new ParquetColumn(new SqlColumn(name, type), cast, null);
  }
}
