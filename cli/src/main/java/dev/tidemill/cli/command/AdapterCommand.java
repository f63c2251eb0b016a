package dev.tidemill.cli.command;

import dev.tidemill.adapters.AdapterLimits;
import dev.tidemill.adapters.GroupReconciler;
import dev.tidemill.adapters.ObservedGroup;
import dev.tidemill.adapters.link.AdapterLink;
import dev.tidemill.adapters.link.ControllerDialer;
import dev.tidemill.adapters.nativeos.FleetRequests;
import dev.tidemill.adapters.nativeos.FolderLock;
import dev.tidemill.adapters.nativeos.HttpGroups;
import dev.tidemill.adapters.nativeos.NativeAdapter;
import dev.tidemill.adapters.nativeos.NativeSettings;
import dev.tidemill.cli.Build;
import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.node.Codes;
import dev.tidemill.cli.node.DaemonLock;
import dev.tidemill.cli.node.StopSignals;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.scale.http.HttpScaling;
import dev.tidemill.wire.adapter.v1.Adapter;
import dev.tidemill.wire.adapter.v1.Hello;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemill adapter start native}. */
@Command(
    name = "adapter",
    description = "Start and drain groups of workers, as many as the server's scaling wants.",
    synopsisSubcommandLabel = "start",
    mixinStandardHelpOptions = true)
public final class AdapterCommand {
  private static final String NATIVE = "native";
  private static final Duration HEARTBEAT = Duration.ofSeconds(2);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int PROTOCOL = 1;

  private final Surroundings surroundings;
  private final SystemTime time = new SystemTime();

  public AdapterCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Command(
      name = "start",
      description =
          "Run an adapter until stopped. Its workers run on when it ends, and the next one finds"
              + " them; --stop-workers lets them finish first.")
  int start(
      @Mixin SettingsOptions options,
      @Mixin NativeOptions natively,
      @Parameters(paramLabel = "KIND", description = "native: processes on this machine.")
          String kind)
      throws InterruptedException {
    if (!kind.equals(NATIVE)) {
      throw Problem.of(CoreError.INVALID_INPUT, "there is no adapter of kind '%s'".formatted(kind))
          .field("KIND")
          .next("use native")
          .exception();
    }
    Settings settings = options.load(surroundings);
    String id = natively.id(NATIVE);
    var limits =
        new AdapterLimits(
            natively.maxGroups(), natively.workersPerGroup(), natively.capabilities());
    Hello hello = hello(id, limits, natively.slots());
    ServerAddress server = server(settings);
    Path folder = settings.data().resolve("adapter-" + id).toAbsolutePath().normalize();
    try (var lock = FolderLock.take(folder);
        var groups = new HttpGroups(server, Codes.ALL, CallLimits.DEFAULT);
        var scaling = new HttpScaling(server, Codes.ALL, CallLimits.DEFAULT);
        var dialer = new ControllerDialer(scaling::control, server.token())) {
      var adapter =
          new NativeAdapter(
              new NativeSettings(
                  WorkerLaunch.command(arguments(settings, server, natively.slots())),
                  folder,
                  server.token() == null ? Map.of() : Map.of("TIDEMILL_TOKEN", server.token())),
              new FleetRequests(groups),
              time);
      requireWelcome(scaling);
      var signals = new StopSignals(() -> {});
      var link =
          new AdapterLink(dialer, hello, new GroupReconciler(limits), adapter, time, HEARTBEAT);
      link.start();
      surroundings
          .err()
          .printf(
              "Adapter %s serves %s: at most %d groups of %d workers with %d slots; logs in %s%n",
              id,
              server,
              limits.maxGroups(),
              limits.workersPerGroup(),
              natively.slots(),
              folder.resolve("logs"));
      signals.await();
      link.stop();
      end(adapter, natively.stopWorkers());
    }
    return 0;
  }

  /** A server that is away may come; one that says no goes on saying so. */
  private static void requireWelcome(HttpScaling scaling) {
    try {
      scaling.control();
    } catch (TidemillException e) {
      if (e.code().type() == ErrorType.USER) {
        throw e;
      }
    }
  }

  private void end(NativeAdapter adapter, boolean stopWorkers) throws InterruptedException {
    List<ObservedGroup> living = living(adapter);
    if (!stopWorkers) {
      surroundings
          .err()
          .println(
              living.isEmpty()
                  ? "Stopped; no worker runs."
                  : "Stopped; %d groups run on, and the next start finds them."
                      .formatted(living.size()));
      return;
    }
    surroundings
        .err()
        .printf("Stopping: %d groups finish; a second signal leaves them.%n", living.size());
    while (!living.isEmpty()) {
      living.forEach(group -> adapter.drain(group.id()));
      time.sleep(LOOK);
      living = living(adapter);
    }
    surroundings.err().println("Stopped; no worker runs.");
  }

  private static List<ObservedGroup> living(NativeAdapter adapter) {
    return adapter.observe().stream().filter(group -> !group.ended()).toList();
  }

  private static Hello hello(String id, AdapterLimits limits, int slots) {
    return Hello.newBuilder()
        .setBuild(Build.version())
        .setProtocolMin(PROTOCOL)
        .setProtocolMax(PROTOCOL)
        .setAdapter(
            Adapter.newBuilder()
                .setId(id)
                .setKind(NATIVE)
                .setMaxGroups(limits.maxGroups())
                .setWorkersPerGroup(limits.workersPerGroup())
                .setSlotsPerWorker(slots)
                .addAllCapabilities(limits.capabilities().names()))
        .build();
  }

  /** The token goes by the environment, which other users cannot read. */
  private static List<String> arguments(Settings settings, ServerAddress server, int slots) {
    return List.of(
        "--store",
        server.toString(),
        "--http-port",
        "0",
        "--slots",
        String.valueOf(slots),
        "--data",
        settings.data().toAbsolutePath().normalize().toString());
  }

  private static ServerAddress server(Settings settings) {
    String address =
        settings
            .config()
            .find(Settings.SERVER)
            .or(() -> DaemonLock.find(settings.data()).map(DaemonLock.Daemon::url))
            .orElseThrow(
                () ->
                    Problem.of(CoreError.INVALID_INPUT, "an adapter needs a server")
                        .field("server")
                        .next("name it with --server http://host:3001")
                        .exception());
    return ServerAddress.parse(address, settings.config().find(Settings.TOKEN).orElse(null));
  }
}
