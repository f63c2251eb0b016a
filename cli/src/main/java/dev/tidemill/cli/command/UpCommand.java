package dev.tidemill.cli.command;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.node.Daemon;
import dev.tidemill.cli.node.DaemonLock;
import dev.tidemill.cli.node.DataParts;
import dev.tidemill.cli.node.Node;
import dev.tidemill.cli.node.Seams;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.WorkerOptions;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemill up}: everything in one process. */
@Command(
    name = "up",
    description =
        "Run everything in one process: API, upkeep and a worker. Ctrl-C lets running jobs finish"
            + " or hands them back; starting again goes on where it stopped.")
public final class UpCommand implements Callable<Integer> {
  private final Surroundings surroundings;
  @Mixin private WorkerOptions options = new WorkerOptions();

  @Option(
      names = "--grpc-port",
      paramLabel = "PORT",
      description = "Port that adapters call; 0 picks one.")
  private @Nullable String grpcPort;

  public UpCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    var flags = new LinkedHashMap<String, @Nullable String>();
    flags.put("grpc.port", grpcPort);
    Settings settings = options.load(surroundings, "http.port", flags);
    if (settings.storeIsServer()) {
      throw Problem.of(CoreError.INVALID_INPUT, "`up` needs a database of its own")
          .field("store")
          .next("use `tidemill worker start` to work for a server")
          .exception();
    }
    var parts =
        new Node.Parts(
            true,
            true,
            true,
            false,
            Optional.of(settings.config().get(Settings.HTTP_PORT)),
            Seams.Migrate.YES,
            DataParts.Whose.FOLDER);
    try (DaemonLock lock = DaemonLock.take(settings.data())) {
      var err = surroundings.err();
      new Daemon(err)
          .run(
              Node.open(settings, parts),
              node -> {
                String url = node.url().orElseThrow();
                lock.announce(url);
                err.printf("Tidemill is up: %s, store %s%n", url, node.seams().where());
                node.grpc().ifPresent(to -> err.printf("Adapters call %s%n", to));
                err.printf(
                    "Jobs of a killed worker run again within %s. Stop with Ctrl-C.%n",
                    Daemon.seconds(node.worstRecovery()));
                if (node.open()) {
                  err.println("Open to everybody on this machine: no token is set.");
                }
              });
    }
    return 0;
  }
}
