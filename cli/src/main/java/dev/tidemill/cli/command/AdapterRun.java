package dev.tidemill.cli.command;

import dev.tidemill.adapters.AdapterLimits;
import dev.tidemill.adapters.DrainRequests;
import dev.tidemill.adapters.FleetRequests;
import dev.tidemill.adapters.GroupReconciler;
import dev.tidemill.adapters.HttpGroups;
import dev.tidemill.adapters.ObservedGroup;
import dev.tidemill.adapters.WorkerAdapter;
import dev.tidemill.adapters.link.AdapterLink;
import dev.tidemill.adapters.link.ControllerDialer;
import dev.tidemill.cli.Build;
import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.node.Codes;
import dev.tidemill.cli.node.DaemonLock;
import dev.tidemill.cli.node.StopSignals;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.http.HttpScaling;
import dev.tidemill.wire.adapter.v1.Adapter;
import dev.tidemill.wire.adapter.v1.Hello;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** An adapter of whatever kind, from its start to a signal. */
final class AdapterRun {
  private static final Duration HEARTBEAT = Duration.ofSeconds(2);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int PROTOCOL = 1;

  private final Surroundings surroundings;
  private final SystemTime time = new SystemTime();
  private final String kind;
  private final AdapterOptions options;
  private final ServerAddress server;

  AdapterRun(Surroundings surroundings, String kind, Settings settings, AdapterOptions options) {
    this.surroundings = surroundings;
    this.kind = kind;
    this.options = options;
    server = server(settings);
  }

  /**
   * What an adapter is made with.
   *
   * @param server whom its workers work for
   */
  record Ground(
      AdapterId id, ServerAddress server, int slots, DrainRequests requests, SystemTime time) {
    /** What tells a worker elsewhere whom it works for; a token must reach it by other means. */
    Map<String, String> environment() {
      return Map.of(
          "TIDEMILL_STORE", server.toString(), "TIDEMILL_WORKER_SLOTS", String.valueOf(slots));
    }
  }

  /** An adapter, and where a person finds out more. */
  record Made(WorkerAdapter adapter, String more) {}

  interface Maker {
    Made make(Ground ground);
  }

  int until(Maker maker) throws InterruptedException {
    String id = options.id(kind);
    int slots = options.slots();
    var limits =
        new AdapterLimits(options.maxGroups(), options.workersPerGroup(), options.capabilities());
    try (var groups = new HttpGroups(server, Codes.ALL, CallLimits.DEFAULT);
        var scaling = new HttpScaling(server, Codes.ALL, CallLimits.DEFAULT);
        var dialer = new ControllerDialer(scaling::control, server.token())) {
      Made made =
          make(
              maker, new Ground(new AdapterId(id), server, slots, new FleetRequests(groups), time));
      requireWelcome(scaling);
      var signals = new StopSignals(() -> {});
      var link =
          new AdapterLink(
              dialer,
              hello(id, limits, slots),
              new GroupReconciler(limits),
              made.adapter(),
              time,
              HEARTBEAT);
      link.start();
      surroundings
          .err()
          .printf(
              "Adapter %s serves %s: at most %d groups of %d workers with %d slots; %s%n",
              id, server, limits.maxGroups(), limits.workersPerGroup(), slots, made.more());
      signals.await();
      link.stop();
      end(made.adapter(), options.stopWorkers());
    }
    return 0;
  }

  private static Made make(Maker maker, Ground ground) {
    try {
      return maker.make(ground);
    } catch (IllegalArgumentException e) {
      throw Problem.of(CoreError.INVALID_INPUT, String.valueOf(e.getMessage()))
          .next("`tidemill adapter start --help` shows what there is")
          .exception(e);
    }
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

  private void end(WorkerAdapter adapter, boolean stopWorkers) throws InterruptedException {
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

  private static List<ObservedGroup> living(WorkerAdapter adapter) {
    return adapter.observe().stream().filter(group -> !group.ended()).toList();
  }

  private Hello hello(String id, AdapterLimits limits, int slots) {
    return Hello.newBuilder()
        .setBuild(Build.version())
        .setProtocolMin(PROTOCOL)
        .setProtocolMax(PROTOCOL)
        .setAdapter(
            Adapter.newBuilder()
                .setId(id)
                .setKind(kind)
                .setMaxGroups(limits.maxGroups())
                .setWorkersPerGroup(limits.workersPerGroup())
                .setSlotsPerWorker(slots)
                .addAllCapabilities(limits.capabilities().names()))
        .build();
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
