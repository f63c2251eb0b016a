package dev.tidemill.jobs;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorTraits;
import dev.tidemill.core.error.ExitCode;

/** Error codes of the durable path. */
public enum JobsError implements ErrorCode {
  WORKER_NAME_TAKEN(ErrorTraits.user(409, ExitCode.CONFLICT).retryable(true)),
  IDEMPOTENCY_KEY_REUSED(ErrorTraits.user(409, ExitCode.CONFLICT)),
  NOTHING_TO_RETRY(ErrorTraits.user(409, ExitCode.CONFLICT)),
  TOO_MANY_PENDING(ErrorTraits.resources(429, ExitCode.UNAVAILABLE).retryable(true)),
  RUN_STILL_STOPPING(ErrorTraits.user(409, ExitCode.CONFLICT).retryable(true)),
  JOB_TIMED_OUT(ErrorTraits.resources(504, ExitCode.FAILED)),
  PAYLOAD_UNREADABLE(ErrorTraits.user(422, ExitCode.USAGE)),
  RESULT_REFUSED(ErrorTraits.internal().retryable(false)),
  WORKER_LOST(ErrorTraits.external(503, ExitCode.FAILED)),
  DEADLINE_PASSED(ErrorTraits.resources(504, ExitCode.FAILED).retryable(false)),
  STORE_UNAVAILABLE(ErrorTraits.external(503, ExitCode.UNAVAILABLE)),
  /**
   * Its disk is full. Not a limit of ours: whoever can wait for a store that is away can wait for
   * this.
   */
  STORE_FULL(ErrorTraits.external(507, ExitCode.UNAVAILABLE)),
  QUEUE_UNAVAILABLE(ErrorTraits.external(503, ExitCode.UNAVAILABLE)),
  STORE_TOO_NEW(ErrorTraits.user(503, ExitCode.FAILED)),
  STORE_NOT_MIGRATED(ErrorTraits.user(503, ExitCode.FAILED));

  private final ErrorTraits traits;

  JobsError(ErrorTraits traits) {
    this.traits = traits;
  }

  @Override
  public ErrorTraits traits() {
    return traits;
  }
}
