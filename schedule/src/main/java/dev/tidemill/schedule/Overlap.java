package dev.tidemill.schedule;

/** What becomes of a tick while a run of the same schedule is still open. */
public enum Overlap {
  ALLOW,
  SKIP,
  /** Its run begins when those before it have ended. */
  QUEUE
}
