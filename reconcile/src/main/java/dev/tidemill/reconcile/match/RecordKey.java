package dev.tidemill.reconcile.match;

import dev.tidemill.sql.SqlType;
import java.util.ArrayList;
import java.util.List;

/**
 * How a record is named in the evidence: the text of its one key column, a JSON array of several,
 * or {@code row-17} without a key.
 */
final class RecordKey {
  private static final String ROW = "'row-' || CAST(rid AS VARCHAR)";

  private RecordKey() {}

  static String expression(List<String> primaryKey, WorkColumns columns) {
    if (primaryKey.isEmpty()) {
      return ROW;
    }
    if (primaryKey.size() == 1) {
      return "coalesce(CAST(%s AS VARCHAR), %s)"
          .formatted(columns.input(primaryKey.getFirst()), ROW);
    }
    var parts = new ArrayList<String>();
    for (String column : primaryKey) {
      String text = "CAST(%s AS VARCHAR)".formatted(columns.input(column));
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
