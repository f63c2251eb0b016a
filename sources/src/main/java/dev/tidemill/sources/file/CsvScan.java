package dev.tidemill.sources.file;

import dev.tidemill.sql.SqlColumn;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads CSV from its first byte to its last, to know what it holds, or to show its beginning. */
final class CsvScan {
  private final CsvFaults faults;
  private final CsvTokenizer tokens;
  private final List<String> names;
  private long emptyLine;

  CsvScan(InputStream in, String name) throws IOException {
    faults = new CsvFaults(name);
    tokens = new CsvTokenizer(in, faults);
    names = CsvHeader.read(tokens, faults);
  }

  List<String> names() {
    return names;
  }

  /** The rest of the file; its first fault is thrown. */
  CsvTable table() throws IOException {
    var types = new ColumnType[names.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = new ColumnType();
    }
    long rows = 0;
    int column = 0;
    while (tokens.next()) {
      if (column < types.length) {
        types[column].see(tokens.bytes(), tokens.from(), tokens.to());
      }
      column++;
      if (tokens.last()) {
        rows += isRow(column) ? 1 : 0;
        column = 0;
      }
    }
    var columns = new ArrayList<SqlColumn>();
    for (int i = 0; i < types.length; i++) {
      columns.add(new SqlColumn(names.get(i), types[i].type()));
    }
    return new CsvTable(columns, rows);
  }

  /** The next rows as they are written, at most {@code limit}. */
  List<List<@Nullable String>> rows(int limit) throws IOException {
    var rows = new ArrayList<List<@Nullable String>>();
    var row = new ArrayList<@Nullable String>();
    while (rows.size() < limit && tokens.next()) {
      row.add(tokens.from() == tokens.to() ? null : tokens.text());
      if (tokens.last()) {
        if (isRow(row.size())) {
          rows.add(row);
        }
        row = new ArrayList<>();
      }
    }
    return rows;
  }

  /**
   * Empty lines are none at the end of a file, and a fault before; where there is only one column,
   * they are rows.
   */
  private boolean isRow(int fields) {
    if (fields == names.size() && emptyLine == 0) {
      return true;
    }
    if (tokens.blankLine()) {
      emptyLine = emptyLine == 0 ? tokens.line() : emptyLine;
      return false;
    }
    throw emptyLine > 0
        ? faults.broken(emptyLine, "it is empty, and not at the end")
        : faults.ragged(tokens.line(), fields, names.size());
  }
}
