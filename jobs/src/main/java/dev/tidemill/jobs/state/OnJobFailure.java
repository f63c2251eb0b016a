package dev.tidemill.jobs.state;

import java.util.Locale;

/** What becomes of a run when one of its jobs fails for good. */
public enum OnJobFailure {
  /** The run fails at once and the rest is cancelled. */
  CANCEL_REST,
  /** The others finish; then the run fails. */
  LET_FINISH;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static OnJobFailure parse(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
