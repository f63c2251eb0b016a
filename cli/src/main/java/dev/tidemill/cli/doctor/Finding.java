package dev.tidemill.cli.doctor;

import org.jspecify.annotations.Nullable;

/**
 * What a check found.
 *
 * @param next what to do about it
 */
public record Finding(Level level, String detail, @Nullable String next) {

  /** How bad it is. */
  public enum Level {
    OK,
    /** Works, but worth knowing. */
    WARN,
    /** Something will not work. */
    FAIL
  }

  static Finding ok(String detail) {
    return new Finding(Level.OK, detail, null);
  }

  static Finding warn(String detail, String next) {
    return new Finding(Level.WARN, detail, next);
  }

  static Finding fail(String detail, @Nullable String next) {
    return new Finding(Level.FAIL, detail, next);
  }
}
