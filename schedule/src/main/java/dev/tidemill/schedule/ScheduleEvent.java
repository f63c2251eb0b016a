package dev.tidemill.schedule;

/** What happens to a schedule. */
public enum ScheduleEvent {
  PAUSE,
  RESUME,
  END_PASSED,
  RUNS_SPENT
}
