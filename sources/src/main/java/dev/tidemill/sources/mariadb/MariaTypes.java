package dev.tidemill.sources.mariadb;

import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sql.SqlType;
import java.util.Locale;

/** Every type of MariaDB and MySQL as one of the seam's; docs/sources.md says the same. */
final class MariaTypes {
  private static final int MOST_DIGITS = 38;
  private static final String AS_IT_IS = "%s";
  private static final String AS_TEXT = "CAST(%s AS CHAR)";

  private MariaTypes() {}

  /** A column as information_schema has it. */
  record Raw(String name, boolean nullable, String type, String shown, int precision, int scale) {}

  static MariaColumn column(Raw raw) {
    boolean unsigned = raw.shown().toLowerCase(Locale.ROOT).contains("unsigned");
    return switch (raw.type().toLowerCase(Locale.ROOT)) {
      case "tinyint", "smallint", "mediumint", "int" -> column(raw, SqlType.BIGINT, AS_IT_IS, true);
      case "bigint" ->
          column(raw, unsigned ? SqlType.decimal(20, 0) : SqlType.BIGINT, AS_IT_IS, true);
      case "year" -> column(raw, SqlType.BIGINT, "(%s + 0)", false);
      case "bit" ->
          column(
              raw,
              raw.precision() > 63 ? SqlType.decimal(20, 0) : SqlType.BIGINT,
              "(%s + 0)",
              false);
      case "decimal" ->
          raw.precision() > MOST_DIGITS
              ? column(raw, SqlType.VARCHAR, AS_TEXT, false)
              : column(raw, SqlType.decimal(raw.precision(), raw.scale()), AS_IT_IS, true);
      // Plain, a float is sent with six digits.
      case "float" -> column(raw, SqlType.DOUBLE, "(%s + 0e0)", false);
      case "double" -> column(raw, SqlType.DOUBLE, AS_IT_IS, false);
      // As text, because the driver makes dates that are none into others.
      case "date" -> column(raw, SqlType.DATE, AS_TEXT, true);
      case "datetime", "timestamp" -> column(raw, SqlType.TIMESTAMP, AS_TEXT, true);
      case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" ->
          column(
              raw,
              SqlType.VARCHAR,
              AS_IT_IS,
              !raw.type().toLowerCase(Locale.ROOT).contains("text"));
      case "enum", "set", "json" -> column(raw, SqlType.VARCHAR, AS_IT_IS, false);
      case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" ->
          column(raw, SqlType.VARBINARY, AS_IT_IS, false);
      case "geometry",
          "point",
          "linestring",
          "polygon",
          "multipoint",
          "multilinestring",
          "multipolygon",
          "geometrycollection" ->
          column(raw, SqlType.VARCHAR, "ST_AsText(%s)", false);
      default -> column(raw, SqlType.VARCHAR, AS_TEXT, false);
    };
  }

  private static MariaColumn column(Raw raw, SqlType type, String form, boolean orderable) {
    return new MariaColumn(
        new SourceColumn(raw.name(), type, raw.nullable(), raw.shown()), form, orderable);
  }
}
