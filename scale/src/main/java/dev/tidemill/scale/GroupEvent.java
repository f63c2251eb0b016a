package dev.tidemill.scale;

/** What happens to a group. */
public enum GroupEvent {
  READY,
  DRAIN,
  UNDRAIN,
  /** Its last worker ended. */
  ENDED
}
