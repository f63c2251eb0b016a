package dev.tidemill.cli.output;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Rows under headings, each column as wide as it needs; the last one is not padded. */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... headings) {
    rows.add(List.of(headings));
  }

  public void add(String... cells) {
    if (cells.length != rows.getFirst().size()) {
      throw new IllegalArgumentException("a row has as many cells as there are headings");
    }
    rows.add(List.of(cells));
  }

  public void print(PrintStream out) {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = row.get(i);
        line.append(cell);
        if (i + 1 < widths.length) {
          line.repeat(' ', widths[i] - cell.length() + 2);
        }
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
