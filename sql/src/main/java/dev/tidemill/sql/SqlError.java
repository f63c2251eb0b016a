package dev.tidemill.sql;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorTraits;
import dev.tidemill.core.error.ExitCode;

/** What can go wrong between a plan and an engine. */
public enum SqlError implements ErrorCode {
  /** The engine does not understand the statement. */
  SQL_INVALID(ErrorTraits.internal().retryable(false)),
  /** A name that no quoting can carry. */
  SQL_INVALID_NAME(ErrorTraits.user(400, ExitCode.USAGE)),
  /** A value or type that the seam does not carry; a cast would help. */
  SQL_UNSUPPORTED_TYPE(ErrorTraits.user(400, ExitCode.FAILED)),
  /** The statement was understood and failed on the data. */
  SQL_FAILED(ErrorTraits.user(422, ExitCode.FAILED)),
  /** An input cannot be read as what it was said to be. */
  SQL_INPUT_UNREADABLE(ErrorTraits.user(422, ExitCode.FAILED)),
  SQL_ACCESS_DENIED(ErrorTraits.user(403, ExitCode.DENIED)),
  /** More memory or disk was needed than the session's limits allow. */
  SQL_LIMIT_REACHED(ErrorTraits.resources(507, ExitCode.FAILED)),
  SQL_CANCELLED(ErrorTraits.external(503, ExitCode.INTERRUPTED)),
  /** The session is closed, sealed or has a reader open; the call came in the wrong order. */
  SQL_SESSION_STATE(ErrorTraits.internal().retryable(false)),
  SQL_ENGINE_FAILED(ErrorTraits.external(503, ExitCode.UNAVAILABLE));

  private final ErrorTraits traits;

  SqlError(ErrorTraits traits) {
    this.traits = traits;
  }

  @Override
  public ErrorTraits traits() {
    return traits;
  }
}
