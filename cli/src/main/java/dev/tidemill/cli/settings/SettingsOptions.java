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
      description = "sqlite:PATH or postgresql://user@host:port/database.")
  private @Nullable String store;

  @Option(names = "--objects", paramLabel = "FOLDER", description = "Where outputs are kept.")
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
    Map<String, String> flags = new LinkedHashMap<>();
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
