package dev.tidemill.core.job;

/** Why running code is told to stop. */
public enum StopReason {
  /** Another holder has the job; nothing this execution does will count. */
  LOST,
  /** A user cancelled the run. */
  CANCELLED,
  /** The execution took longer than its job's timeout. */
  TIMED_OUT,
  /** The worker is going away; hand back. */
  SHUTDOWN
}
