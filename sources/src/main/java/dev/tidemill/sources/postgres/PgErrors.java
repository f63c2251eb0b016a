package dev.tidemill.sources.postgres;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.SourceError;
import java.sql.SQLException;

/** What PostgreSQL's states mean for whoever staged. */
final class PgErrors {
  private PgErrors() {}

  static TidemillException of(String what, SQLException e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof TidemillException own) {
        return own;
      }
    }
    return Problem.of(code(state(e)), what).cause(String.valueOf(e.getMessage())).exception(e);
  }

  /** Whether the connection itself failed, so that nothing is known about the question. */
  static boolean connection(SQLException e) {
    String state = state(e);
    return state.isEmpty()
        || state.startsWith("08")
        || state.startsWith("53")
        || state.startsWith("57P");
  }

  /** Whether the statement was at fault, not the server. */
  static boolean statement(SQLException e) {
    return state(e).startsWith("22") || state(e).startsWith("42") || state(e).startsWith("0A");
  }

  private static SourceError code(String state) {
    return switch (state) {
      case "42501" -> SourceError.SOURCE_DENIED;
      case "42P01", "3D000", "3F000" -> SourceError.SOURCE_NOT_FOUND;
      case "42703" -> SourceError.SOURCE_CHANGED;
      case "57014" -> SourceError.SOURCE_INTERRUPTED;
      default ->
          state.startsWith("28")
              ? SourceError.SOURCE_DENIED
              : state.startsWith("22")
                  ? SourceError.SOURCE_VALUE_UNSUPPORTED
                  : SourceError.SOURCE_UNAVAILABLE;
    };
  }

  private static String state(SQLException e) {
    return e.getSQLState() == null ? "" : e.getSQLState();
  }
}
