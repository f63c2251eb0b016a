package dev.tidemill.jobs.state;

import java.util.Locale;

/** The part of a run a job belongs to. Plans create chunks; when both are done, execs follow. */
public enum Stage {
  PLAN,
  CHUNK,
  EXEC;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Stage parse(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
