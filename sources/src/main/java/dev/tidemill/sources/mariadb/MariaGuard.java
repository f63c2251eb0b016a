package dev.tidemill.sources.mariadb;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.TooLong;
import dev.tidemill.sql.SqlType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Keeps values that are too long at the server: the driver reads a row whole before anybody sees
 * how long it is. In place of such a value the server sends nothing, and its length in a column
 * behind the table's own.
 *
 * @param columns those whose type could hold a longer value, by index
 * @param most bytes of a value; a row may have twice as many
 */
record MariaGuard(List<MariaColumn> table, List<Integer> columns, long most) {
  private static final long KIB = 1L << 10;

  /** A server sends no longer value than this. */
  private static final long MOST_SENT = 1L << 30;

  static MariaGuard of(List<MariaColumn> table, long most) {
    var columns = new ArrayList<Integer>();
    for (int i = 0; i < table.size(); i++) {
      if (longest(table.get(i)) > most) {
        columns.add(i);
      }
    }
    return new MariaGuard(table, columns, Math.min(most, MOST_SENT));
  }

  /** Whether rows may be so long that few of them should be held at once. */
  static boolean wide(List<MariaColumn> table) {
    return table.stream().anyMatch(column -> longest(column) > 256 * KIB);
  }

  private static long longest(MariaColumn column) {
    SqlType type = column.column().type();
    if (type != SqlType.VARCHAR && type != SqlType.VARBINARY) {
      return 0;
    }
    String word = column.column().sourceType().toLowerCase(Locale.ROOT);
    if (word.startsWith("medium")) {
      return 16 * KIB * KIB;
    }
    return word.startsWith("long") || word.equals("json") || column.form().startsWith("ST_")
        ? Long.MAX_VALUE
        : 256 * KIB;
  }

  String select() {
    String own =
        IntStream.range(0, table.size())
            .mapToObj(i -> columns.contains(i) ? kept(i) : expression(i))
            .collect(Collectors.joining(", "));
    if (columns.isEmpty()) {
      return own;
    }
    String lengths =
        columns.stream()
            .map(i -> "IF(%1$s > %2$d, %1$s, NULL)".formatted(length(i), most))
            .collect(Collectors.joining(", "));
    return "%s, %s, IF(%3$s > %4$d, %3$s, NULL)".formatted(own, lengths, total(), 2 * most);
  }

  /** To be called before anything of the row is passed on. */
  void check(ResultSet row, long number) throws SQLException {
    for (int i = 0; i <= columns.size() && !columns.isEmpty(); i++) {
      long length = row.getLong(table.size() + i + 1);
      if (!row.wasNull()) {
        throw refusal(i, length, number);
      }
    }
  }

  private TidemillException refusal(int i, long length, long number) {
    return i < columns.size()
        ? TooLong.value(table.get(columns.get(i)).name(), length, number, most)
        : TooLong.row(length, number, most);
  }

  private String kept(int i) {
    return "IF(%s <= %d AND %s <= %d, %s, NULL)"
        .formatted(length(i), most, total(), 2 * most, expression(i));
  }

  private String total() {
    return columns.stream()
        .map(i -> "COALESCE(%s, 0)".formatted(length(i)))
        .collect(Collectors.joining(" + ", "(", ")"));
  }

  private String length(int i) {
    return "OCTET_LENGTH(%s)".formatted(expression(i));
  }

  private String expression(int i) {
    return table.get(i).expression();
  }
}
