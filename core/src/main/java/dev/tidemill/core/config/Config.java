package dev.tidemill.core.config;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Resolved settings. Immutable. */
public final class Config {
  private final Map<String, Setting> settings;

  private Config(Map<String, Setting> settings) {
    this.settings = settings;
  }

  /**
   * Resolves {@code sources}, the strongest first, against {@code schema}.
   *
   * @throws ConfigException naming every fault
   */
  public static Config resolve(ConfigSchema schema, List<ConfigSource> sources) {
    var faults = new ArrayList<Problem>();
    var settings = new TreeMap<String, Setting>();
    for (ConfigKey<?> key : schema.keys()) {
      if (!key.pattern()) {
        settings.put(key.path(), new Setting(key, key.fallback(), "default"));
      }
    }
    for (ConfigSource source : sources.reversed()) {
      new TreeMap<>(source.values())
          .forEach(
              (path, text) ->
                  schema
                      .find(path)
                      .ifPresentOrElse(
                          key -> set(settings, faults, key, path, text, source.origin()),
                          () -> faults.add(unknown(schema, path, source))));
    }
    var config = new Config(settings);
    if (faults.isEmpty()) {
      config.check(schema, faults);
    }
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
    return config;
  }

  /** The value of a key that has a default. */
  public <T> T get(ConfigKey<T> key) {
    return find(key)
        .orElseThrow(
            () -> new IllegalArgumentException(key.path() + " is not set and has no default"));
  }

  @SuppressWarnings("unchecked") // a setting holds what its key's type parsed
  public <T> Optional<T> find(ConfigKey<T> key) {
    Setting setting = settings.get(key.path());
    if (setting == null) {
      return Optional.ofNullable(key.fallback());
    }
    return Optional.ofNullable((T) setting.value);
  }

  /** The value of a pattern key for one name: that name's own, or the key's default. */
  public <T> Optional<T> find(ConfigKey<T> pattern, String name) {
    String path = pattern.path().replace("*", name);
    return find(
        new ConfigKey<>(path, pattern.type(), pattern.fallback(), pattern.description(), false));
  }

  /** Every setting with its origin, in order of path. */
  public List<ConfigValue> values() {
    return settings.entrySet().stream()
        .map(
            e ->
                new ConfigValue(
                    e.getKey(), e.getValue().text(), e.getValue().origin, e.getValue().key))
        .toList();
  }

  private void check(ConfigSchema schema, List<Problem> faults) {
    for (ConfigRule rule : schema.rules()) {
      if (!rule.holds().test(this)) {
        faults.add(Problem.of(CoreError.INVALID_CONFIG, rule.words()).field(rule.path()));
      }
    }
  }

  private static void set(
      Map<String, Setting> settings,
      List<Problem> faults,
      ConfigKey<?> key,
      String path,
      String text,
      String origin) {
    try {
      settings.put(path, new Setting(key, key.type().parser().apply(text), origin));
    } catch (IllegalArgumentException e) {
      String shown = key.secret() ? "the value" : "'" + text + "'";
      faults.add(
          Problem.of(
                  CoreError.INVALID_CONFIG,
                  "%s from %s: %s is not %s".formatted(path, origin, shown, key.type().words()))
              .field(path));
    }
  }

  private static Problem unknown(ConfigSchema schema, String path, ConfigSource source) {
    Problem problem =
        Problem.of(
                CoreError.INVALID_CONFIG,
                "%s from %s: no such setting".formatted(path, source.origin()))
            .field(path);
    return schema
        .suggest(path)
        .map(near -> problem.next("did you mean " + near + "?"))
        .orElseGet(() -> problem.next("`tidemill config show` lists all settings"));
  }

  private record Setting(ConfigKey<?> key, @Nullable Object value, String origin) {
    @SuppressWarnings("unchecked") // the value was made by this key's own type
    @Nullable String text() {
      return value == null ? null : ((ConfigType<Object>) key.type()).formatter().apply(value);
    }
  }
}
