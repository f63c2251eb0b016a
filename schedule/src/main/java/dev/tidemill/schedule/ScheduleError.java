package dev.tidemill.schedule;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorTraits;
import dev.tidemill.core.error.ExitCode;

/** Error codes of schedules and of the lease they stand on. */
public enum ScheduleError implements ErrorCode {
  LEASE_UNAVAILABLE(ErrorTraits.external(503, ExitCode.UNAVAILABLE)),
  INVALID_SCHEDULE(ErrorTraits.user(400, ExitCode.USAGE)),
  SCHEDULE_ENDED(ErrorTraits.user(409, ExitCode.CONFLICT));

  private final ErrorTraits traits;

  ScheduleError(ErrorTraits traits) {
    this.traits = traits;
  }

  @Override
  public ErrorTraits traits() {
    return traits;
  }
}
