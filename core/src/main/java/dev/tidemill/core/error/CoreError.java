package dev.tidemill.core.error;

import static dev.tidemill.core.error.ErrorType.EXTERNAL;
import static dev.tidemill.core.error.ErrorType.INTERNAL;
import static dev.tidemill.core.error.ErrorType.RESOURCES;
import static dev.tidemill.core.error.ErrorType.USER;

/** The codes that are not one module's own. */
public enum CoreError implements ErrorCode {
  INVALID_INPUT(USER, false, 400, ExitCode.USAGE),
  INVALID_CONFIG(USER, false, 400, ExitCode.USAGE),
  DENIED(USER, false, 403, ExitCode.DENIED),
  NOT_FOUND(USER, false, 404, ExitCode.NOT_FOUND),
  CONFLICT(USER, false, 409, ExitCode.CONFLICT),
  LIMIT_REACHED(RESOURCES, true, 429, ExitCode.UNAVAILABLE),
  TIMED_OUT(EXTERNAL, true, 504, ExitCode.UNAVAILABLE),
  UNAVAILABLE(EXTERNAL, true, 503, ExitCode.UNAVAILABLE),
  INTERNAL_ERROR(INTERNAL, true, 500, ExitCode.FAILED);

  private final ErrorType type;
  private final boolean retryable;
  private final int httpStatus;
  private final ExitCode exitCode;

  CoreError(ErrorType type, boolean retryable, int httpStatus, ExitCode exitCode) {
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
