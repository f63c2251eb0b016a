package dev.tidemill.cli.settings;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.output.Format;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags most commands share. */
public final class SettingsOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings file (default: ./tidemill.yaml if it is there).")
  private @Nullable String config;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description = "Folder for everything kept on this machine (default: ./.tidemill).")
  private @Nullable String data;

  @Option(
      names = "--store",
      paramLabel = "URL",
      description = "sqlite:PATH, postgresql://user@host:port/database or http(s)://server.")
  private @Nullable String store;

  @Option(
      names = "--queue",
      paramLabel = "URL",
      description = "Who tells of new work: memory:, nats://host:port or store:.")
  private @Nullable String queue;

  @Option(
      names = "--redis",
      paramLabel = "URL",
      description = "Where schedulers agree on a leader: redis://host:port (default: the store).")
  private @Nullable String redis;

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = "The server to talk to (default: the daemon of the data folder, if one runs).")
  private @Nullable String server;

  @Option(names = "--token", paramLabel = "TOKEN", description = "What to show to the server.")
  private @Nullable String token;

  @Option(
      names = "--objects",
      paramLabel = "WHERE",
      description = "Where outputs are kept: a folder or s3://bucket/prefix.")
  private @Nullable String objects;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table or json.")
  private Format format = Format.TABLE;

  @Option(names = "--debug", description = "Show stack traces.")
  @SuppressWarnings("unused") // looked for in the arguments, before they are parsed
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  public Format format() {
    return format;
  }

  public Settings load(Surroundings surroundings) {
    return load(surroundings, Map.of());
  }

  /**
   * @param more flags of the command itself, by the path of their key; null means not given
   */
  public Settings load(Surroundings surroundings, Map<String, @Nullable String> more) {
    Map<String, String> flags = new LinkedHashMap<>();
    more.forEach((path, value) -> put(flags, path, value));
    put(flags, "queue", queue);
    put(flags, "redis", redis);
    put(flags, "server", server);
    put(flags, "token", token);
    put(flags, "config", config);
    put(flags, "data", data);
    put(flags, "store", store);
    put(flags, "objects", objects);
    return Settings.load(flags, surroundings.environment(), surroundings.folder());
  }

  private static void put(Map<String, String> flags, String path, @Nullable String value) {
    if (value != null) {
      flags.put(path, value);
    }
  }
}
