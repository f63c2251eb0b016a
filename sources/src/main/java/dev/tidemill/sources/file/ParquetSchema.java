package dev.tidemill.sources.file;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlSession;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** The columns of a Parquet file, or why it cannot be read without loss. */
final class ParquetSchema {
  private static final int MOST_DIGITS = 38;

  private final SqlSession session;
  private final Dialect dialect;
  private final String file;

  ParquetSchema(SqlSession session, Dialect dialect, String file) {
    this.session = session;
    this.dialect = dialect;
    this.file = file;
  }

  /** Of the attached table, whose footer is that of {@code path}. */
  List<ParquetColumn> columns(String table, String path) {
    requireFooterIsCarried(path);
    var columns = new ArrayList<ParquetColumn>();
    String described =
        "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM %s)"
            .formatted(dialect.quote(table));
    try (RowReader rows = session.query(described)) {
      while (rows.next()) {
        String name = String.valueOf(rows.value(0));
        String type = String.valueOf(rows.value(1));
        ParquetColumn column = ParquetColumn.of(name, type, dialect);
        if (column == null) {
          throw unsupported(name, "has type " + type);
        }
        columns.add(column);
      }
    }
    requireDoubtless(table, columns);
    return columns;
  }

  /** DuckDB would rename a column that comes twice, and round decimals that are too long. */
  private void requireFooterIsCarried(String path) {
    var names = new HashSet<String>();
    long toSkip = -1; // the root comes first
    String footer =
        "SELECT name, coalesce(num_children, 0), coalesce(precision, 0) FROM parquet_schema(%s)"
            .formatted(dialect.literal(path));
    try (RowReader rows = session.query(footer)) {
      while (rows.next()) {
        String name = String.valueOf(rows.value(0));
        if (number(rows, 2) > MOST_DIGITS) {
          throw unsupported(name, "has decimals of more than %d digits".formatted(MOST_DIGITS));
        }
        if (toSkip == 0 && !names.add(name.toLowerCase(Locale.ROOT))) {
          throw unsupported(name, "comes twice (case is not told apart)");
        }
        toSkip = toSkip < 0 ? 0 : Math.max(0, toSkip - 1) + number(rows, 1);
      }
    }
  }

  private void requireDoubtless(String table, List<ParquetColumn> columns) {
    for (ParquetColumn column : columns) {
      if (column.doubt() != null && any(table, column.doubt())) {
        throw unsupported(column.column().name(), "has times finer than a microsecond");
      }
    }
  }

  private boolean any(String table, String condition) {
    try (RowReader rows =
        session.query(
            "SELECT 1 FROM %s WHERE %s LIMIT 1".formatted(dialect.quote(table), condition))) {
      return rows.next();
    }
  }

  private static long number(RowReader rows, int column) {
    return rows.value(column) instanceof Number number ? number.longValue() : 0;
  }

  private TidemillException unsupported(String column, String how) {
    return Problem.of(
            FileError.PARQUET_COLUMN_UNSUPPORTED,
            "%s: column %s %s, which cannot be carried without loss".formatted(file, column, how))
        .field(column)
        .next("write the file without that column, or with another type")
        .exception();
  }
}
