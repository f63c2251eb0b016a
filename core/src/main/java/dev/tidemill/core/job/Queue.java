package dev.tidemill.core.job;

import java.util.Locale;

/** Where a job waits; each queue has its own permits and its own scaling signal. */
public enum Queue {
  STAGE,
  EXEC;

  /** As written in the store, in subjects and metrics. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Queue parse(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
