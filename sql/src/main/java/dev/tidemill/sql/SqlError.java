package dev.tidemill.sql;

import static dev.tidemill.core.error.ErrorType.EXTERNAL;
import static dev.tidemill.core.error.ErrorType.INTERNAL;
import static dev.tidemill.core.error.ErrorType.RESOURCES;
import static dev.tidemill.core.error.ErrorType.USER;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.ExitCode;

/** What can go wrong between a plan and an engine. */
public enum SqlError implements ErrorCode {
  /** The engine does not understand the statement. */
  SQL_INVALID(INTERNAL, false, 500, ExitCode.FAILED),
  /** A name that no quoting can carry. */
  SQL_INVALID_NAME(USER, false, 400, ExitCode.USAGE),
  /** A value or type that the seam does not carry; a cast would help. */
  SQL_UNSUPPORTED_TYPE(USER, false, 400, ExitCode.FAILED),
  /** The statement was understood and failed on the data. */
  SQL_FAILED(USER, false, 422, ExitCode.FAILED),
  /** An input cannot be read as what it was said to be. */
  SQL_INPUT_UNREADABLE(USER, false, 422, ExitCode.FAILED),
  SQL_ACCESS_DENIED(USER, false, 403, ExitCode.DENIED),
  /** More memory or disk was needed than the session's limits allow. */
  SQL_LIMIT_REACHED(RESOURCES, true, 507, ExitCode.FAILED),
  SQL_CANCELLED(EXTERNAL, true, 503, ExitCode.INTERRUPTED),
  /** The session is closed, sealed or has a reader open; the call came in the wrong order. */
  SQL_SESSION_STATE(INTERNAL, false, 500, ExitCode.FAILED),
  SQL_ENGINE_FAILED(EXTERNAL, true, 503, ExitCode.UNAVAILABLE);

  private final ErrorType type;
  private final boolean retryable;
  private final int httpStatus;
  private final ExitCode exitCode;

  SqlError(ErrorType type, boolean retryable, int httpStatus, ExitCode exitCode) {
    this.type = type;
    this.retryable = retryable;
    this.httpStatus = httpStatus;
    this.exitCode = exitCode;
  }

  @Override
  public ErrorType type() {
    return type;
  }

  @Override
  public boolean retryable() {
    return retryable;
  }

  @Override
  public int httpStatus() {
    return httpStatus;
  }

  @Override
  public ExitCode exitCode() {
    return exitCode;
  }
}
