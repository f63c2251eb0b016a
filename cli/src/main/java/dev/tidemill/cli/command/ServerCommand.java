package dev.tidemill.cli.command;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.node.Daemon;
import dev.tidemill.cli.node.DataParts;
import dev.tidemill.cli.node.Node;
import dev.tidemill.cli.node.Seams;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.SettingsOptions;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemill server}: the API and upkeep. */
@Command(
    name = "server",
    description = "Run the API and upkeep; workers run elsewhere. Brings the schema up to date.")
public final class ServerCommand implements Callable<Integer> {
  private final Surroundings surroundings;
  @Mixin private SettingsOptions options = new SettingsOptions();

  @Option(names = "--http-port", paramLabel = "PORT", description = "Port of the API; 0 picks one.")
  private @Nullable String httpPort;

  @Option(names = "--http-host", paramLabel = "HOST", description = "Address to listen on.")
  private @Nullable String httpHost;

  @Option(
      names = "--grpc-port",
      paramLabel = "PORT",
      description = "Port that adapters call; 0 picks one.")
  private @Nullable String grpcPort;

  public ServerCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    var flags = new LinkedHashMap<String, @Nullable String>();
    flags.put("http.port", httpPort);
    flags.put("grpc.port", grpcPort);
    flags.put("http.host", httpHost);
    run(surroundings, options.load(surroundings, flags));
    return 0;
  }

  static void run(Surroundings surroundings, Settings settings) throws InterruptedException {
    var parts =
        new Node.Parts(
            true,
            false,
            true,
            false,
            Optional.of(settings.config().get(Settings.HTTP_PORT)),
            Seams.Migrate.YES,
            DataParts.Whose.MANY);
    var err = surroundings.err();
    new Daemon(err)
        .run(
            Node.open(settings, parts),
            node -> {
              err.printf(
                  "The server listens on %s, store %s%n",
                  node.url().orElseThrow(), node.seams().where());
              node.grpc().ifPresent(to -> err.printf("Adapters call %s%n", to));
              err.printf(
                  "Jobs of a killed worker run again within %s.%n",
                  Daemon.seconds(node.worstRecovery()));
              if (node.open()) {
                err.println("Open to everybody on this machine: no token is set.");
              }
            });
  }
}
