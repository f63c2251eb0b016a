package dev.tidemill.adapters;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.ExitCode;

/** Why an adapter does not do what it was asked to. */
public enum AdapterError implements ErrorCode {
  /** The adapter has as many groups as it may. */
  GROUP_LIMIT(ErrorType.RESOURCES, true),
  UNKNOWN_GROUP(ErrorType.USER, false),
  /** The adapter's workers cannot do what the group needs. */
  NO_CAPABILITY(ErrorType.USER, false),
  /** The platform refused, or the workers ended before they were ready. */
  START_FAILED(ErrorType.EXTERNAL, true),
  /** A later wish is already known. */
  EXPIRED_GENERATION(ErrorType.INTERNAL, false),
  /** A group that still has workers cannot be forgotten. */
  GROUP_NOT_ENDED(ErrorType.INTERNAL, false);

  private final ErrorType type;
  private final boolean retryable;

  AdapterError(ErrorType type, boolean retryable) {
    this.type = type;
    this.retryable = retryable;
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
    return 409;
  }

  @Override
  public ExitCode exitCode() {
    return retryable ? ExitCode.UNAVAILABLE : ExitCode.CONFLICT;
  }
}
