package dev.tidemill.cli.settings;

import dev.tidemill.cli.Surroundings;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of commands that run jobs. */
public final class WorkerOptions {
  @Mixin private SettingsOptions options = new SettingsOptions();

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "How many jobs run at once (default: twice the processors).")
  private @Nullable String slots;

  @Option(
      names = "--types",
      paramLabel = "TYPE,…",
      description = "Which types of jobs to take (default: all it knows).")
  private @Nullable String types;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Name of the worker (default: host and eight digits).")
  private @Nullable String name;

  @Option(
      names = "--capabilities",
      paramLabel = "WORD,…",
      description = "What jobs may require of the worker.")
  private @Nullable String capabilities;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      description = "Port to listen on; 0 picks one.")
  private @Nullable String httpPort;

  @Option(names = "--http-host", paramLabel = "HOST", description = "Address to listen on.")
  private @Nullable String httpHost;

  /**
   * @param portKey what {@code --http-port} means for this command
   */
  public Settings load(Surroundings surroundings, String portKey) {
    return load(surroundings, portKey, Map.of());
  }

  /**
   * @param more flags of the command itself
   */
  public Settings load(
      Surroundings surroundings, String portKey, Map<String, @Nullable String> more) {
    var flags = new LinkedHashMap<String, @Nullable String>(more);
    flags.put("worker.slots", slots);
    flags.put("worker.types", types);
    flags.put("worker.id", name);
    flags.put("worker.capabilities", capabilities);
    flags.put(portKey, httpPort);
    flags.put("http.host", httpHost);
    return options.load(surroundings, flags);
  }
}
