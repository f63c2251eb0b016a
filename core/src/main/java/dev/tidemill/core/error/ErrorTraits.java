package dev.tidemill.core.error;

/**
 * What follows from an error code.
 *
 * @param retryable may the same work succeed when tried again unchanged?
 */
public record ErrorTraits(ErrorType type, boolean retryable, int httpStatus, ExitCode exitCode) {

  /** The request is wrong and stays wrong. */
  public static ErrorTraits user(int httpStatus, ExitCode exitCode) {
    return new ErrorTraits(ErrorType.USER, false, httpStatus, exitCode);
  }

  /** Something outside failed; worth another try. */
  public static ErrorTraits external(int httpStatus, ExitCode exitCode) {
    return new ErrorTraits(ErrorType.EXTERNAL, true, httpStatus, exitCode);
  }

  /** A limit was reached; worth another try. */
  public static ErrorTraits resources(int httpStatus, ExitCode exitCode) {
    return new ErrorTraits(ErrorType.RESOURCES, true, httpStatus, exitCode);
  }

  /** A fault of this program; a second try may still succeed. */
  public static ErrorTraits internal() {
    return new ErrorTraits(ErrorType.INTERNAL, true, 500, ExitCode.FAILED);
  }

  public ErrorTraits retryable(boolean whether) {
    return new ErrorTraits(type, whether, httpStatus, exitCode);
  }
}
