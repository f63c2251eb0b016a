package dev.tidemill.schedule;

/** What becomes of ticks that nobody was there to fire. */
public enum Misfire {
  /** Nothing. */
  SKIP,
  /** One run for all of them, if the first is not too long ago. */
  ONCE,
  /** A run for each that is not too long ago. */
  ALL
}
