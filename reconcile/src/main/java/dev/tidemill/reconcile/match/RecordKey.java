package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How a record is named in the evidence: the text of its one key column, a JSON array of several,
 * or {@code row-17} without a key. What it is made of is carried from join to join as it is,
 * because numbers are cheaper to carry than texts, and either is cheaper than to look it up again.
 */
record RecordKey(List<String> primaryKey, WorkColumns columns) {

  Side side() {
    return columns.side();
  }

  /** The stored columns it is made of. */
  List<String> inputs() {
    return primaryKey.stream().map(columns::input).distinct().toList();
  }

  /** For a list of selected columns: what it is made of, under the names of {@link #carried}. */
  String carry(String record) {
    return carry(record, side().word() + "_");
  }

  /**
   * The same under other names.
   *
   * @param prefix stands before their names from here on
   */
  String carry(String record, String prefix) {
    return inputs().stream()
        .map(name -> ", %s.%s AS %s%s".formatted(record, name, prefix, name))
        .collect(Collectors.joining());
  }

  /** The columns that were carried. */
  List<String> carried() {
    return inputs().stream().map(name -> side().word() + "_" + name).toList();
  }

  /** The text where the record itself stands. */
  String of(String record) {
    return text(record + ".", record + ".rid");
  }

  /** The text where its columns were carried to; the record's number is {@code row}. */
  String carriedText(String row) {
    return text(side().word() + "_", row);
  }

  String text(String prefix, String row) {
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
