package dev.tidemill.sql.duckdb;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sql.SqlError;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/** DuckDB says the kind of an error only in its text: {@code Catalog Error: …}. */
final class DuckDbErrors {
  private record Kind(String mark, SqlError code) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("INTERRUPT Error", SqlError.SQL_CANCELLED),
          new Kind("Out of Memory Error", SqlError.SQL_LIMIT_REACHED),
          new Kind("No space left on device", SqlError.SQL_LIMIT_REACHED),
          new Kind("Permission Error", SqlError.SQL_ACCESS_DENIED),
          new Kind("the configuration has been locked", SqlError.SQL_ACCESS_DENIED),
          new Kind("Parser Error", SqlError.SQL_INVALID),
          new Kind("Binder Error", SqlError.SQL_INVALID),
          new Kind("Catalog Error", SqlError.SQL_INVALID),
          new Kind("Conversion Error", SqlError.SQL_FAILED),
          new Kind("Out of Range Error", SqlError.SQL_FAILED),
          new Kind("Constraint Error", SqlError.SQL_FAILED),
          new Kind("Invalid Input Error", SqlError.SQL_FAILED));

  private DuckDbErrors() {}

  static TidemillException failure(String what, SQLException e) {
    String text = Objects.requireNonNullElse(e.getMessage(), e.toString());
    SqlError code = code(text);
    Problem problem = Problem.of(code, what).cause(text.strip());
    return code == SqlError.SQL_LIMIT_REACHED
        ? problem
            .next("allow more memory, or make room on the disk of the temporary folder")
            .exception(e)
        : problem.exception(e);
  }

  static TidemillException cancelled() {
    return Problem.of(SqlError.SQL_CANCELLED, "the session was cancelled").exception();
  }

  static TidemillException deaf() {
    return Problem.of(
            SqlError.SQL_ENGINE_FAILED, "the engine did not heed a minute of interruptions")
        .cause("a statement is still running, although its session was cancelled")
        .next("restart the process if it does not end by itself")
        .exception();
  }

  static TidemillException wrongState(String what) {
    return Problem.of(SqlError.SQL_SESSION_STATE, what).exception();
  }

  private static SqlError code(String text) {
    return KINDS.stream()
        .filter(kind -> text.contains(kind.mark))
        .map(Kind::code)
        .findFirst()
        .orElse(SqlError.SQL_ENGINE_FAILED);
  }
}
