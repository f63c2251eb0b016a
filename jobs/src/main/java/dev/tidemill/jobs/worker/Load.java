package dev.tidemill.jobs.worker;

/** How much a worker has on its hands. */
public enum Load {
  NORMAL,
  /** Takes half of what it would. */
  WARNING,
  /** Takes nothing until it is better. */
  CRITICAL
}
