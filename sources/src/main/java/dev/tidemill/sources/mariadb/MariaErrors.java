package dev.tidemill.sources.mariadb;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.SourceError;
import java.sql.SQLException;

/** What the server's numbers mean for whoever staged. */
final class MariaErrors {
  private MariaErrors() {}

  static TidemillException of(String what, SQLException e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof TidemillException own) {
        return own;
      }
    }
    return Problem.of(code(e.getErrorCode()), what)
        .cause(String.valueOf(e.getMessage()))
        .exception(e);
  }

  private static SourceError code(int number) {
    return switch (number) {
      case 1044, 1045, 1142, 1143, 1227, 1698 -> SourceError.SOURCE_DENIED;
      case 1049, 1146 -> SourceError.SOURCE_NOT_FOUND;
      case 1054, 1412 -> SourceError.SOURCE_CHANGED;
      case 1317 -> SourceError.SOURCE_INTERRUPTED;
      default -> SourceError.SOURCE_UNAVAILABLE;
    };
  }
}
