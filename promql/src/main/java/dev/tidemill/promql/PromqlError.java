package dev.tidemill.promql;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorTraits;
import dev.tidemill.core.error.ExitCode;

/** What can be wrong with a query. */
public enum PromqlError implements ErrorCode {
  QUERY_INVALID(ErrorTraits.user(400, ExitCode.USAGE)),
  /** Two series would have the same labels at the same time. */
  QUERY_DUPLICATE_SERIES(ErrorTraits.user(422, ExitCode.FAILED)),
  /** More series or samples than one query may touch. */
  QUERY_TOO_LARGE(ErrorTraits.resources(422, ExitCode.FAILED).retryable(false));

  private final ErrorTraits traits;

  PromqlError(ErrorTraits traits) {
    this.traits = traits;
  }

  @Override
  public ErrorTraits traits() {
    return traits;
  }
}
