package dev.tidemill.sources.bigquery;

import com.google.api.services.bigquery.model.TableFieldSchema;
import com.google.api.services.bigquery.model.TableSchema;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sql.SqlType;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A field of a table as a column. Records and repeated fields are texts, as JSON. */
record TableColumn(SourceColumn column, TableFieldSchema field) {
  private static final int DIGITS = 38;
  private static final int FRACTION = 9;

  static List<TableColumn> of(@Nullable TableSchema schema) {
    return schema == null || schema.getFields() == null
        ? List.of()
        : schema.getFields().stream().map(TableColumn::of).toList();
  }

  private static TableColumn of(TableFieldSchema field) {
    boolean nullable = !"REQUIRED".equals(field.getMode());
    return new TableColumn(
        new SourceColumn(field.getName(), type(field), nullable, word(field)), field);
  }

  String name() {
    return column.name();
  }

  boolean nested() {
    return repeated(field) || kind(field).equals("RECORD");
  }

  /** Its type without parameters, by the older of its two names. */
  String kind() {
    return kind(field);
  }

  private static SqlType type(TableFieldSchema field) {
    if (repeated(field)) {
      return SqlType.VARCHAR;
    }
    return switch (kind(field)) {
      case "INTEGER" -> SqlType.BIGINT;
      case "FLOAT" -> SqlType.DOUBLE;
      case "BOOLEAN" -> SqlType.BOOLEAN;
      case "BYTES" -> SqlType.VARBINARY;
      case "DATE" -> SqlType.DATE;
      case "DATETIME", "TIMESTAMP" -> SqlType.TIMESTAMP;
      case "NUMERIC", "BIGNUMERIC" -> decimal(field);
      default -> SqlType.VARCHAR;
    };
  }

  /** Without parameters as wide as there is; what does not fit is refused when it comes. */
  private static SqlType decimal(TableFieldSchema field) {
    Long digits = field.getPrecision();
    Long fraction = field.getScale();
    if (digits == null || digits > DIGITS) {
      return SqlType.decimal(DIGITS, FRACTION);
    }
    return SqlType.decimal(digits.intValue(), fraction == null ? 0 : fraction.intValue());
  }

  private static String kind(TableFieldSchema field) {
    return switch (field.getType()) {
      case "INT64" -> "INTEGER";
      case "FLOAT64" -> "FLOAT";
      case "BOOL" -> "BOOLEAN";
      case "STRUCT" -> "RECORD";
      default -> field.getType();
    };
  }

  private static boolean repeated(TableFieldSchema field) {
    return "REPEATED".equals(field.getMode());
  }

  private static String word(TableFieldSchema field) {
    String type = field.getType().toLowerCase(Locale.ROOT);
    return repeated(field) ? type + "[]" : type;
  }
}
