package dev.tidemill.server;

import dev.tidemill.core.config.ConfigKey;
import dev.tidemill.core.config.ConfigSchema;
import dev.tidemill.core.config.ConfigType;

/** The settings of the HTTP edge. */
public final class ServerConfig {
  public static final ConfigKey<String> HOST =
      ConfigKey.of("http.host", ConfigType.TEXT, "127.0.0.1", "The address to listen on");
  public static final ConfigKey<String> ADMIN_TOKEN =
      ConfigKey.secret("admin_token", "The token that lets people and programs in");
  public static final ConfigKey<String> WORKER_TOKEN =
      ConfigKey.secret("worker_token", "The token that lets workers in");

  private ServerConfig() {}

  public static void addTo(ConfigSchema schema) {
    schema.add(HOST, ADMIN_TOKEN, WORKER_TOKEN);
  }
}
