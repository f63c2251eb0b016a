package dev.tidemill.core.config;

import dev.tidemill.core.NameSuggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** All keys and rules of the program; each module adds its part. */
public final class ConfigSchema {
  private final Map<String, ConfigKey<?>> keys = new TreeMap<>();
  private final List<ConfigRule> rules = new ArrayList<>();

  public ConfigSchema add(ConfigKey<?>... more) {
    for (ConfigKey<?> key : more) {
      Optional<ConfigKey<?>> twin =
          keys.values().stream().filter(k -> k.environment().equals(key.environment())).findAny();
      if (twin.isPresent()) {
        throw new IllegalArgumentException(
            "%s and %s share the variable %s"
                .formatted(twin.get().path(), key.path(), key.environment()));
      }
      keys.put(key.path(), key);
    }
    return this;
  }

  public ConfigSchema add(ConfigRule rule) {
    rules.add(rule);
    return this;
  }

  public Collection<ConfigKey<?>> keys() {
    return List.copyOf(keys.values());
  }

  List<ConfigRule> rules() {
    return List.copyOf(rules);
  }

  Optional<ConfigKey<?>> find(String path) {
    ConfigKey<?> exact = keys.get(path);
    if (exact != null) {
      return Optional.of(exact);
    }
    return keys.values().stream()
        .filter(ConfigKey::pattern)
        .filter(k -> k.matches(path))
        .<ConfigKey<?>>map(k -> k)
        .findFirst();
  }

  Optional<String> suggest(String path) {
    return NameSuggestion.closest(path, keys.keySet());
  }

  /**
   * Turns the variables that begin with {@code TIDEMILL_} into key paths. A name that fits no key
   * is kept as a path of its own, so that resolving reports it.
   */
  public Map<String, String> fromEnvironment(Map<String, String> environment) {
    var values = new TreeMap<String, String>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith("TIDEMILL_") && !reserved(name)) {
            values.put(path(name), value);
          }
        });
    return values;
  }

  /** Variables of the launcher and of the tests; they are not settings of the program. */
  private static boolean reserved(String name) {
    return name.startsWith("TIDEMILL_TEST_")
        || name.equals("TIDEMILL_JAVA_HOME")
        || name.equals("TIDEMILL_JAVA_OPTS")
        || name.equals("TIDEMILL_CLASSPATH")
        || name.equals("TIDEMILL_UPDATE_DOCS");
  }

  private String path(String variable) {
    for (ConfigKey<?> key : keys.values()) {
      if (!key.pattern() && key.environment().equals(variable)) {
        return key.path();
      }
    }
    for (ConfigKey<?> key : keys.values()) {
      if (key.pattern()) {
        var matcher = Pattern.compile(key.environment().replace("*", "(.+)")).matcher(variable);
        if (matcher.matches()) {
          return key.path().replace("*", matcher.group(1).toLowerCase(Locale.ROOT));
        }
      }
    }
    return variable.substring("TIDEMILL_".length()).toLowerCase(Locale.ROOT);
  }
}
