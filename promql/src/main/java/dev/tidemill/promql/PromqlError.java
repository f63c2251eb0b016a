package dev.tidemill.promql;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorTraits;
import dev.tidemill.core.error.ExitCode;

/** What can be wrong with a query. */
public enum PromqlError implements ErrorCode {
  QUERY_INVALID(ErrorTraits.user(400, ExitCode.USAGE)),
  /** Two series would have the same labels at the same time. */
  QUERY_DUPLICATE_SERIES(ErrorTraits.user(422, ExitCode.FAILED)),
  /** The query is right as a text, but not for these data. */
  QUERY_FAILED(ErrorTraits.user(422, ExitCode.FAILED)),
  /** More series, samples or steps than one query may touch. */
  QUERY_TOO_LARGE(ErrorTraits.resources(422, ExitCode.FAILED).retryable(false)),
  /** Its thread was interrupted: the client left, or time is up. */
  QUERY_CANCELLED(ErrorTraits.resources(503, ExitCode.UNAVAILABLE));

  private final ErrorTraits traits;

  PromqlError(ErrorTraits traits) {
    this.traits = traits;
  }

  @Override
  public ErrorTraits traits() {
    return traits;
  }
}
