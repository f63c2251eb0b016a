package dev.tidemill.adapters;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorTraits;
import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.ExitCode;

/** Why an adapter does not do what it was asked to. */
public enum AdapterError implements ErrorCode {
  /** The adapter has as many groups as it may. */
  GROUP_LIMIT(ErrorTraits.resources(409, ExitCode.UNAVAILABLE)),
  UNKNOWN_GROUP(ErrorTraits.user(409, ExitCode.CONFLICT)),
  /** The adapter's workers cannot do what the group needs. */
  NO_CAPABILITY(ErrorTraits.user(409, ExitCode.CONFLICT)),
  /** The platform refused, or the workers ended before they were ready. */
  START_FAILED(ErrorTraits.external(409, ExitCode.UNAVAILABLE)),
  /** A later wish is already known. */
  EXPIRED_GENERATION(new ErrorTraits(ErrorType.INTERNAL, false, 409, ExitCode.CONFLICT)),
  /** A group that still has workers cannot be forgotten. */
  GROUP_NOT_ENDED(new ErrorTraits(ErrorType.INTERNAL, false, 409, ExitCode.CONFLICT)),
  /** The platform does not answer, is too busy, or not so that it is known what it did. */
  PLATFORM_UNAVAILABLE(ErrorTraits.external(503, ExitCode.UNAVAILABLE)),
  /** The platform does not let the adapter look or act. */
  PLATFORM_DENIED(ErrorTraits.user(403, ExitCode.DENIED));

  private final ErrorTraits traits;

  AdapterError(ErrorTraits traits) {
    this.traits = traits;
  }

  @Override
  public ErrorTraits traits() {
    return traits;
  }
}
