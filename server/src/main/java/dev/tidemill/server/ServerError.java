package dev.tidemill.server;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorTraits;
import dev.tidemill.core.error.ExitCode;

/** Error codes of the HTTP edge. */
public enum ServerError implements ErrorCode {
  /** No token, or one that nobody knows. */
  UNAUTHENTICATED(ErrorTraits.user(401, ExitCode.DENIED)),
  NO_SUCH_PATH(ErrorTraits.user(404, ExitCode.USAGE)),
  METHOD_NOT_ALLOWED(ErrorTraits.user(405, ExitCode.USAGE)),
  REQUEST_TOO_SLOW(ErrorTraits.user(408, ExitCode.UNAVAILABLE).retryable(true)),
  BODY_TOO_LARGE(ErrorTraits.user(413, ExitCode.USAGE)),
  /** A request that is not HTTP as this server understands it. */
  BAD_REQUEST(ErrorTraits.user(400, ExitCode.USAGE)),
  /** As many requests are under way as may be. */
  TOO_BUSY(ErrorTraits.resources(503, ExitCode.UNAVAILABLE)),
  NOT_READY(ErrorTraits.external(503, ExitCode.UNAVAILABLE)),
  PROTOCOL_UNKNOWN(ErrorTraits.user(400, ExitCode.FAILED)),
  CANNOT_LISTEN(ErrorTraits.external(503, ExitCode.FAILED));

  private final ErrorTraits traits;

  ServerError(ErrorTraits traits) {
    this.traits = traits;
  }

  @Override
  public ErrorTraits traits() {
    return traits;
  }
}
