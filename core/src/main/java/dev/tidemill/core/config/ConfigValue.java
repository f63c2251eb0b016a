package dev.tidemill.core.config;

import org.jspecify.annotations.Nullable;

/** A resolved setting, for {@code config show}. */
public record ConfigValue(String path, @Nullable String text, String origin, ConfigKey<?> key) {

  /** What may be printed. */
  public String shown() {
    if (text == null) {
      return "(not set)";
    }
    return key.secret() ? "(secret)" : text;
  }

  /** Safe to log. */
  @Override
  public String toString() {
    return path + "=" + shown() + " (" + origin + ")";
  }
}
