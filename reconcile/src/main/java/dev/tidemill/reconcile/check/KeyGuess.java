package dev.tidemill.reconcile.check;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Which column probably names a record.
 *
 * @param columns none when no column does; a person has to say then
 * @param confidence 0 to 1
 */
public record KeyGuess(List<String> columns, double confidence) {
  private static final KeyGuess NONE = new KeyGuess(List.of(), 0);

  public KeyGuess {
    columns = List.copyOf(columns);
  }

  /** What was counted in a column, NULLs not among the distinct values. */
  public record ColumnCounts(String name, long rows, long distinct, long nulls) {
    boolean unique() {
      return rows > 0 && nulls == 0 && distinct == rows;
    }
  }

  /**
   * A column without NULLs and repetitions; among several the one whose name sounds most like a
   * key, then the first. Few rows prove little: with n rows the confidence is n/(n+1) of what the
   * name is worth.
   */
  public static KeyGuess of(List<ColumnCounts> columns) {
    return columns.stream()
        .filter(ColumnCounts::unique)
        .min(Comparator.comparingDouble(column -> -worth(column.name())))
        .map(
            column ->
                new KeyGuess(
                    List.of(column.name()),
                    worth(column.name()) * column.rows() / (column.rows() + 1.0)))
        .orElse(NONE);
  }

  private static double worth(String name) {
    String lower = name.strip().toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
    if (lower.equals("id") || lower.equals("uuid")) {
      return 1;
    }
    if (lower.endsWith("_id") || lower.endsWith("_key")) {
      return 0.9;
    }
    if (lower.endsWith("id") || lower.endsWith("number") || lower.endsWith("_no")) {
      return 0.8;
    }
    return 0.5;
  }
}
