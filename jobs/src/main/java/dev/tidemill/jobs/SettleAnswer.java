package dev.tidemill.jobs;

/** What the store says to a settlement. */
public enum SettleAnswer {
  /** It counts. */
  ACCEPTED,
  /** It had been accepted before, from this worker under this epoch: an answer was lost. */
  ALREADY_YOURS,
  /**
   * The store cannot take this result (a bad name, children of a job that may have none); the job
   * was failed instead, with the reason.
   */
  REFUSED,
  /** Another holds the job, or it has ended otherwise; nothing was changed. */
  LOST
}
