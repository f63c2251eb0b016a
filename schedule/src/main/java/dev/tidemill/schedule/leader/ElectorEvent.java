package dev.tidemill.schedule.leader;

/** What moves a node in the election. */
public enum ElectorEvent {
  WON,
  LOST,
  WORK_ENDED,
  STOP_ASKED
}
