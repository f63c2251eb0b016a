package dev.tidemill.sql.duckdb;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** DuckDB's types as the seam's; narrower ones widen, what would lose something is refused. */
final class DuckDbTypes {
  private DuckDbTypes() {}

  static List<SqlColumn> columns(ResultSetMetaData meta) throws SQLException {
    var columns = new ArrayList<SqlColumn>();
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      columns.add(new SqlColumn(meta.getColumnLabel(i), type(meta, i)));
    }
    return List.copyOf(columns);
  }

  private static SqlType type(ResultSetMetaData meta, int column) throws SQLException {
    String name = meta.getColumnTypeName(column);
    if (name.startsWith("DECIMAL")) {
      return SqlType.decimal(meta.getPrecision(column), meta.getScale(column));
    }
    return switch (name) {
      case "BOOLEAN" -> SqlType.BOOLEAN;
      case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER" ->
          SqlType.BIGINT;
      case "UBIGINT" -> SqlType.decimal(20, 0);
      case "HUGEINT" -> SqlType.decimal(38, 0);
      case "FLOAT", "DOUBLE" -> SqlType.DOUBLE;
      case "VARCHAR" -> SqlType.VARCHAR;
      case "DATE" -> SqlType.DATE;
      case "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS" -> SqlType.TIMESTAMP;
      case "BLOB" -> SqlType.VARBINARY;
      default ->
          throw Problem.of(
                  SqlError.SQL_UNSUPPORTED_TYPE,
                  "column %s has type %s".formatted(meta.getColumnLabel(column), name))
              .next("cast it, e.g. to varchar or timestamp")
              .exception();
    };
  }

  static @Nullable Object value(ResultSet row, int index, SqlColumn column) throws SQLException {
    Object raw = row.getObject(index);
    if (raw == null) {
      return null;
    }
    return switch (column.type()) {
      case SqlType.Decimal decimal -> exact(raw, decimal, column);
      case SqlType.Simple simple ->
          switch (simple) {
            case BOOLEAN, VARCHAR -> raw;
            case BIGINT -> ((Number) raw).longValue();
            case DOUBLE -> ((Number) raw).doubleValue();
            case DATE -> row.getObject(index, LocalDate.class);
            case TIMESTAMP -> row.getObject(index, LocalDateTime.class);
            case VARBINARY -> row.getBytes(index);
          };
    };
  }

  private static BigDecimal exact(Object raw, SqlType.Decimal type, SqlColumn column) {
    BigDecimal value =
        raw instanceof BigInteger whole ? new BigDecimal(whole) : new BigDecimal(raw.toString());
    if (value.precision() - value.scale() > type.precision() - type.scale()) {
      throw Problem.of(
              SqlError.SQL_FAILED,
              "%s in column %s exceeds %s".formatted(value, column.name(), type))
          .exception();
    }
    return value.setScale(type.scale());
  }

  /** How a column's type is written in SQL. */
  static String sql(SqlType type) {
    return switch (type) {
      case SqlType.Decimal decimal -> decimal.toString();
      case SqlType.Simple simple ->
          switch (simple) {
            case BOOLEAN, BIGINT, DOUBLE, VARCHAR, DATE, TIMESTAMP -> simple.name();
            case VARBINARY -> "BLOB";
          };
    };
  }
}
