package dev.tidemill.promql;

import static dev.tidemill.core.error.ErrorType.RESOURCES;
import static dev.tidemill.core.error.ErrorType.USER;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.ExitCode;

/** What can be wrong with a query. */
public enum PromqlError implements ErrorCode {
  QUERY_INVALID(USER, 400, ExitCode.USAGE),
  /** Two series would have the same labels at the same time. */
  QUERY_DUPLICATE_SERIES(USER, 422, ExitCode.FAILED),
  /** More series or samples than one query may touch. */
  QUERY_TOO_LARGE(RESOURCES, 422, ExitCode.FAILED);

  private final ErrorType type;
  private final int httpStatus;
  private final ExitCode exitCode;

  PromqlError(ErrorType type, int httpStatus, ExitCode exitCode) {
    this.type = type;
    this.httpStatus = httpStatus;
    this.exitCode = exitCode;
  }

  @Override
  public ErrorType type() {
    return type;
  }

  @Override
  public boolean retryable() {
    return false;
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
