package dev.tidemill.reconcile.match;

import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlSession;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session as matching uses it. */
record Database(SqlSession session, SqlEngine engine) {
  private static final int ROWS_PER_INSERT = 2000;

  interface RowVisitor {
    void row(RowReader row);
  }

  void run(String sql) {
    session.execute(sql);
  }

  /** Makes a table of a query, in the place of one of that name. */
  void table(String name, String query) {
    session.execute("DROP TABLE IF EXISTS " + name);
    session.execute("CREATE TABLE " + name + " AS " + query);
  }

  void each(String sql, RowVisitor visitor) {
    try (RowReader rows = session.query(sql)) {
      while (rows.next()) {
        visitor.row(rows);
      }
    }
  }

  /** The one number a query gives; 0 for NULL. */
  long number(String sql) {
    return numbers(sql).getFirst();
  }

  /** The one row of numbers a query gives; 0 for NULL. */
  List<Long> numbers(String sql) {
    var numbers = new ArrayList<Long>();
    each(
        sql,
        row -> {
          for (int i = 0; i < row.columns().size(); i++) {
            numbers.add(whole(row.value(i)));
          }
        });
    return numbers;
  }

  /** How many different records, by their numbers, stand in a column. */
  long records(String table, String column) {
    long most = number("SELECT max(%s) FROM %s".formatted(column, table));
    return number("SELECT %s FROM %s".formatted(engine.countDifferent(column, 0, most), table));
  }

  static long whole(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }

  /** Rows are given as SQL: {@code 1, 2}. */
  void insert(String table, List<String> rows) {
    for (int from = 0; from < rows.size(); from += ROWS_PER_INSERT) {
      List<String> part = rows.subList(from, Math.min(rows.size(), from + ROWS_PER_INSERT));
      session.execute("INSERT INTO " + table + " VALUES (" + String.join("), (", part) + ")");
    }
  }
}
