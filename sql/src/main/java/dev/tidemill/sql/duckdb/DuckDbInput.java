package dev.tidemill.sql.duckdb;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlInput;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.stream.Collectors;

/** How DuckDB is told to read files exactly as stated, without its guesses. */
final class DuckDbInput {
  private static final Dialect DIALECT = Dialect.STANDARD;

  private DuckDbInput() {}

  static String scan(SqlInput input) {
    String files =
        input.files().stream().map(DuckDbInput::literal).collect(Collectors.joining(", "));
    return switch (input) {
      case SqlInput.Parquet parquet ->
          "read_parquet([%s], hive_partitioning = false, union_by_name = false)".formatted(files);
      case SqlInput.Csv csv ->
          "read_csv([%s], auto_detect = false, header = true, delim = ',', quote = '\"', escape = '\"', nullstr = '', hive_partitioning = false, columns = {%s})"
              .formatted(
                  files,
                  csv.columns().stream()
                      .map(c -> DIALECT.literal(c.name()) + ": '" + DuckDbTypes.sql(c.type()) + "'")
                      .collect(Collectors.joining(", ")));
    };
  }

  /** Why attaching failed: the files, unless the caller's own mistake is plain. */
  static TidemillException unreadable(String table, SqlInput input, TidemillException e) {
    if (EnumSet.of(SqlError.SQL_INVALID, SqlError.SQL_CANCELLED, SqlError.SQL_SESSION_STATE)
        .contains(e.code())) {
      return e;
    }
    return Problem.of(
            SqlError.SQL_INPUT_UNREADABLE,
            "%s could not be attached from %s".formatted(table, input.files()))
        .cause(String.valueOf(e.problem().cause()))
        .exception(e);
  }

  private static String literal(Path file) {
    String path = file.toString();
    if (path.chars().anyMatch(c -> "*?[".indexOf(c) >= 0)) {
      throw Problem.of(
              SqlError.SQL_INVALID_NAME, "%s would be read as a pattern by DuckDB".formatted(path))
          .next("rename the file or folder so that it holds none of * ? [")
          .exception();
    }
    return DIALECT.literal(path);
  }
}
