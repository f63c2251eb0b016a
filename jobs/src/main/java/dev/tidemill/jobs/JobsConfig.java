package dev.tidemill.jobs;

import dev.tidemill.core.config.ConfigKey;
import dev.tidemill.core.config.ConfigSchema;
import dev.tidemill.core.config.ConfigType;

/** The settings of the durable path. */
public final class JobsConfig {
  public static final ConfigKey<String> STORE =
      ConfigKey.optional(
          "store",
          ConfigType.ADDRESS,
          "The database: sqlite:PATH or postgresql://user@host:port/database");

  private JobsConfig() {}

  public static void addTo(ConfigSchema schema) {
    schema.add(STORE);
  }
}
