package dev.tidemill.core.error;

/** A kind of error. Implemented by one enum per module, so that {@code name()} is its code. */
public interface ErrorCode {

  /**
   * Upper-case words joined by underscores; unique over all modules and stable between releases.
   */
  String name();

  ErrorTraits traits();

  default ErrorType type() {
    return traits().type();
  }

  default boolean retryable() {
    return traits().retryable();
  }

  default int httpStatus() {
    return traits().httpStatus();
  }

  default ExitCode exitCode() {
    return traits().exitCode();
  }
}
