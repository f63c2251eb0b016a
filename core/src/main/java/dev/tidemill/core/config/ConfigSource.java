package dev.tidemill.core.config;

import java.util.Map;

/**
 * Where settings come from.
 *
 * @param origin shown to people: {@code flag}, {@code environment}, {@code tidemill.yaml}
 * @param values text by key path
 */
public record ConfigSource(String origin, Map<String, String> values) {
  public ConfigSource {
    values = Map.copyOf(values);
  }
}
