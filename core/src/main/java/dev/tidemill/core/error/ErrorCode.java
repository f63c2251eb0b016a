package dev.tidemill.core.error;

/** A kind of error. Implemented by one enum per module, so that {@code name()} is its code. */
public interface ErrorCode {

  /**
   * Upper-case words joined by underscores; unique over all modules and stable between releases.
   */
  String name();

  ErrorType type();

  /** May the same work succeed when tried again unchanged? */
  boolean retryable();

  int httpStatus();

  ExitCode exitCode();
}
