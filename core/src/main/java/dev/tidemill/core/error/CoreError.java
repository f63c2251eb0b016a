package dev.tidemill.core.error;

/** The codes that are not one module's own. */
public enum CoreError implements ErrorCode {
  INVALID_INPUT(ErrorTraits.user(400, ExitCode.USAGE)),
  INVALID_CONFIG(ErrorTraits.user(400, ExitCode.USAGE)),
  DENIED(ErrorTraits.user(403, ExitCode.DENIED)),
  NOT_FOUND(ErrorTraits.user(404, ExitCode.NOT_FOUND)),
  CONFLICT(ErrorTraits.user(409, ExitCode.CONFLICT)),
  LIMIT_REACHED(ErrorTraits.resources(429, ExitCode.UNAVAILABLE)),
  TIMED_OUT(ErrorTraits.external(504, ExitCode.UNAVAILABLE)),
  UNAVAILABLE(ErrorTraits.external(503, ExitCode.UNAVAILABLE)),
  INTERNAL_ERROR(ErrorTraits.internal());

  private final ErrorTraits traits;

  CoreError(ErrorTraits traits) {
    this.traits = traits;
  }

  @Override
  public ErrorTraits traits() {
    return traits;
  }
}
