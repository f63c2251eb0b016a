package dev.tidemill.sources.file;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlInput;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A file that was looked at and can be read in place.
 *
 * @param name what messages call it
 * @param input what a session attaches
 * @param columns what {@link #select} gives from the attached table
 * @param casts one SQL expression per column, over the attached table's columns
 * @param rows how many the file had when it was looked at
 */
public record NativeFile(
    String name,
    FileKind kind,
    SqlInput input,
    List<SqlColumn> columns,
    List<String> casts,
    long rows) {
  public NativeFile {
    columns = List.copyOf(columns);
    casts = List.copyOf(casts);
  }

  /** A query that gives {@link #columns} from the table {@link #input} was attached as. */
  public String select(String table, Dialect dialect) {
    String list =
        IntStream.range(0, columns.size())
            .mapToObj(i -> casts.get(i) + " AS " + dialect.quote(columns.get(i).name()))
            .collect(Collectors.joining(", "));
    return "SELECT %s FROM %s".formatted(list, dialect.quote(table));
  }

  /** To be called with the number of rows that an engine read. */
  public void requireRows(long read) {
    if (read != rows) {
      throw Problem.of(
              FileError.FILE_CHANGED,
              "%s had %d rows when it was looked at, and %d when it was read"
                  .formatted(name, rows, read))
          .cause("it was changed meanwhile")
          .next("run again when nobody writes the file")
          .exception();
    }
  }
}
