package dev.tidemill.core.config;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One setting a module understands.
 *
 * @param path dotted lower-case words; a segment {@code *} stands for any name, so that {@code
 *     jobs.*.max_attempts} is one key for every job type
 * @param fallback the default; absent means there is none and the setting may stay unset
 */
public record ConfigKey<T>(
    String path, ConfigType<T> type, @Nullable T fallback, String description, boolean secret) {
  private static final Pattern PATH = Pattern.compile("[a-z][a-z0-9_]*(\\.([a-z][a-z0-9_]*|\\*))*");

  public ConfigKey {
    if (!PATH.matcher(path).matches()) {
      throw new IllegalArgumentException("'" + path + "' is not a key path");
    }
  }

  public static <T> ConfigKey<T> of(
      String path, ConfigType<T> type, T fallback, String description) {
    return new ConfigKey<>(path, type, fallback, description, false);
  }

  /** A setting without a default. */
  public static <T> ConfigKey<T> optional(String path, ConfigType<T> type, String description) {
    return new ConfigKey<>(path, type, null, description, false);
  }

  /** A setting whose value is never shown. */
  public static ConfigKey<String> secret(String path, String description) {
    return new ConfigKey<>(path, ConfigType.TEXT, null, description, true);
  }

  public boolean pattern() {
    return path.contains("*");
  }

  /** The environment variable of this key; for a pattern, with {@code *} left in. */
  public String environment() {
    return environment(path);
  }

  static String environment(String path) {
    return "TIDEMILL_" + path.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  boolean matches(String concrete) {
    return pattern()
        ? concrete.matches(path.replace(".", "\\.").replace("*", "[^.]+"))
        : path.equals(concrete);
  }
}
