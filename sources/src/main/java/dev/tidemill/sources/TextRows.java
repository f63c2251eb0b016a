package dev.tidemill.sources;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as texts, for people. */
public final class TextRows {
  private TextRows() {}

  /** All that are left, of the first so many columns; NULL is null. */
  public static List<List<@Nullable String>> of(ResultSet rows, int columns) throws SQLException {
    var found = new ArrayList<List<@Nullable String>>();
    while (rows.next()) {
      var row = new ArrayList<@Nullable String>();
      for (int i = 1; i <= columns; i++) {
        row.add(rows.getString(i));
      }
      found.add(row);
    }
    return found;
  }
}
