package dev.tidemill.reconcile.match;

import dev.tidemill.sql.SqlType;
import java.util.ArrayList;
import java.util.List;

/**
 * How a record is named in the evidence: the text of its one key column, a JSON array of several,
 * or {@code row-17} without a key.
 */
final class RecordKey {
  private RecordKey() {}

  static String expression(List<String> primaryKey, WorkColumns columns) {
    return expression(primaryKey, columns, "", "rid");
  }

  /**
   * @param prefix stands before the names of the key's columns
   * @param row the record's number
   */
  static String expression(
      List<String> primaryKey, WorkColumns columns, String prefix, String row) {
    String nameless = "'row-' || CAST(%s AS VARCHAR)".formatted(row);
    if (primaryKey.isEmpty()) {
      return nameless;
    }
    if (primaryKey.size() == 1) {
      return "coalesce(CAST(%s AS VARCHAR), %s)"
          .formatted(prefix + columns.input(primaryKey.getFirst()), nameless);
    }
    var parts = new ArrayList<String>();
    for (String column : primaryKey) {
      String text = "CAST(%s AS VARCHAR)".formatted(prefix + columns.input(column));
      SqlType type = columns.source(column).type();
      boolean bare =
          type instanceof SqlType.Decimal
              || type.equals(SqlType.BIGINT)
              || type.equals(SqlType.BOOLEAN);
      parts.add("coalesce(%s, 'null')".formatted(bare ? text : quoted(text)));
    }
    return "'[' || " + String.join(" || ',' || ", parts) + " || ']'";
  }

  private static String quoted(String text) {
    String escaped = text;
    escaped = "replace(%s, '\\', '\\\\')".formatted(escaped);
    escaped = "replace(%s, '\"', '\\\"')".formatted(escaped);
    escaped = "replace(%s, chr(10), '\\n')".formatted(escaped);
    escaped = "replace(%s, chr(13), '\\r')".formatted(escaped);
    escaped = "replace(%s, chr(9), '\\t')".formatted(escaped);
    return "'\"' || " + escaped + " || '\"'";
  }
}
