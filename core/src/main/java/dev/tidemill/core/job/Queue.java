package dev.tidemill.core.job;

/** Where a job waits; each queue has its own permits and its own scaling signal. */
public enum Queue {
  STAGE,
  EXEC
}
