package dev.tidemill.storage;

import static dev.tidemill.core.error.ErrorType.EXTERNAL;
import static dev.tidemill.core.error.ErrorType.INTERNAL;
import static dev.tidemill.core.error.ErrorType.USER;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.ExitCode;

/** What can go wrong with objects and manifests. */
public enum StorageError implements ErrorCode {
  INVALID_OBJECT_KEY(USER, false, 400, ExitCode.USAGE),
  OBJECT_NOT_FOUND(USER, false, 404, ExitCode.NOT_FOUND),
  /** The range begins at or behind the end of the object. */
  INVALID_RANGE(USER, false, 416, ExitCode.USAGE),
  /** What was to be stored could not be read to its end; nothing was stored. */
  CONTENT_UNREADABLE(EXTERNAL, true, 500, ExitCode.FAILED),
  /** The store cannot be reached or refuses to work. */
  STORAGE_UNAVAILABLE(EXTERNAL, true, 503, ExitCode.UNAVAILABLE),
  /** The calling thread was interrupted; nothing was stored. */
  STORAGE_INTERRUPTED(EXTERNAL, true, 503, ExitCode.INTERRUPTED),
  /** A manifest that contradicts itself, or is of a version this program does not know. */
  INVALID_MANIFEST(INTERNAL, false, 500, ExitCode.FAILED);

  private final ErrorType type;
  private final boolean retryable;
  private final int httpStatus;
  private final ExitCode exitCode;

  StorageError(ErrorType type, boolean retryable, int httpStatus, ExitCode exitCode) {
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
