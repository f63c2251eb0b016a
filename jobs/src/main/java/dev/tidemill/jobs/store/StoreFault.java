package dev.tidemill.jobs.store;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.jobs.JobsError;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.JdbiException;

/** A database that could not do what it was asked to, through no fault of the statement. */
record StoreFault(Kind kind, JdbiException error) {
  enum Kind {
    /** There is no connection. */
    AWAY,
    /** No room on its disk. */
    FULL,
    /** Worth another try. */
    PASSING
  }

  private static final String DISK_FULL = "53100";

  /**
   * By SQLSTATE: 08 the connection, 57P the server is going down or coming up, 53 it is short of
   * something, 40 another transaction was in the way, 55P03 it held a lock for too long, 58 its
   * machine fails it.
   */
  private static final List<String> PASSING = List.of("08", "57P", "53", "40", "55P03", "58");

  // Of SQLite, whose errors have no SQLSTATE; the lowest byte of an extended code.
  private static final int SQLITE_FULL = 13;

  /** Busy, locked, not writable, input or output failed, cannot be opened, locks in disorder. */
  private static final Set<Integer> SQLITE_PASSING = Set.of(5, 6, 8, 10, 14, 15);

  /** Empty when the statement is to blame. */
  static Optional<StoreFault> of(JdbiException error, Dialect dialect) {
    if (error instanceof ConnectionException) {
      return Optional.of(new StoreFault(Kind.AWAY, error));
    }
    for (Throwable at = error; at != null; at = at.getCause()) {
      if (at instanceof SQLException sql && (sql.getSQLState() != null || isSqlite(dialect))) {
        return kind(sql, dialect).map(kind -> new StoreFault(kind, error));
      }
    }
    return Optional.empty();
  }

  private static Optional<Kind> kind(SQLException error, Dialect dialect) {
    boolean full;
    boolean passing;
    if (isSqlite(dialect)) {
      int code = error.getErrorCode() & 0xff;
      full = code == SQLITE_FULL;
      passing = SQLITE_PASSING.contains(code);
    } else {
      String state = error.getSQLState();
      full = state.equals(DISK_FULL);
      passing = PASSING.stream().anyMatch(state::startsWith);
    }
    return full ? Optional.of(Kind.FULL) : passing ? Optional.of(Kind.PASSING) : Optional.empty();
  }

  private static boolean isSqlite(Dialect dialect) {
    return dialect == Dialect.SQLITE;
  }

  TidemillException told(StoreUrl url) {
    return switch (kind) {
      case AWAY ->
          problem(JobsError.STORE_UNAVAILABLE, "the store does not answer: " + url)
              .next("check that it runs and that `store` names it; nothing was changed")
              .exception(error);
      case FULL ->
          problem(JobsError.STORE_FULL, "the store has no room left: " + url)
              .next("make room on its disk; nothing was changed, and work goes on by itself then")
              .exception(error);
      case PASSING ->
          problem(JobsError.STORE_UNAVAILABLE, "the store could not carry this out: " + url)
              .next("try again; what was under way may have been done")
              .exception(error);
    };
  }

  private Problem problem(JobsError code, String message) {
    return Problem.of(code, message).cause(rootMessage());
  }

  private String rootMessage() {
    Throwable root = error;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    // The pool's own words name neither the database nor what is wrong with it.
    return root instanceof SQLTransientConnectionException
        ? "no answer within %d s".formatted(Store.CONNECT_LIMIT.toSeconds())
        : String.valueOf(root.getMessage());
  }
}
