package dev.tidemill.jobs;

/** What the store says to a settlement. */
public enum SettleAnswer {
  /** It counts. */
  ACCEPTED,
  /** It had been accepted before, from this worker under this epoch: an answer was lost. */
  ALREADY_YOURS,
  /** Another holds the job, or it has ended otherwise; nothing was changed. */
  LOST
}
