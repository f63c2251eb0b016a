package dev.tidemill.cli.command;

import dev.tidemill.adapters.ecs.EcsAdapter;
import dev.tidemill.adapters.kubernetes.KubernetesAdapter;
import dev.tidemill.adapters.nativeos.FolderLock;
import dev.tidemill.adapters.nativeos.NativeAdapter;
import dev.tidemill.adapters.nativeos.NativeSettings;
import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemill adapter start native|kubernetes|ecs}. */
@Command(
    name = "adapter",
    description = "Start and drain groups of workers, as many as the server's scaling wants.",
    synopsisSubcommandLabel = "start",
    mixinStandardHelpOptions = true)
public final class AdapterCommand {
  private final Surroundings surroundings;

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
      @Mixin AdapterOptions adapter,
      @Mixin KubernetesOptions kubernetes,
      @Mixin EcsOptions ecs,
      @Parameters(
              paramLabel = "KIND",
              description = "native: processes on this machine; kubernetes: pods; ecs: tasks.")
          String kind)
      throws InterruptedException {
    kubernetes.requireUnusedBy(kind);
    ecs.requireUnusedBy(kind);
    Settings settings = options.load(surroundings);
    return switch (kind) {
      case "native" -> processes(settings, adapter);
      case KubernetesOptions.KIND -> pods(settings, adapter, kubernetes);
      case EcsOptions.KIND -> tasks(settings, adapter, ecs);
      default ->
          throw Problem.of(
                  CoreError.INVALID_INPUT, "there is no adapter of kind '%s'".formatted(kind))
              .field("KIND")
              .next("use native, kubernetes or ecs")
              .exception();
    };
  }

  private int processes(Settings settings, AdapterOptions adapter) throws InterruptedException {
    var run = new AdapterRun(surroundings, "native", settings, adapter);
    Path folder = settings.data().resolve("adapter-" + adapter.id("native"));
    Path whole = folder.toAbsolutePath().normalize();
    try (var lock = FolderLock.take(whole)) {
      return run.until(
          ground -> {
            var how =
                new NativeSettings(
                    WorkerLaunch.command(arguments(settings, ground)), whole, token(ground));
            return new AdapterRun.Made(
                new NativeAdapter(how, ground.requests(), ground.time()),
                "logs in " + whole.resolve("logs"));
          });
    }
  }

  private int pods(Settings settings, AdapterOptions adapter, KubernetesOptions options)
      throws InterruptedException {
    return new AdapterRun(surroundings, KubernetesOptions.KIND, settings, adapter)
        .until(
            ground -> {
              var how = options.settings(ground, surroundings.folder());
              return new AdapterRun.Made(
                  new KubernetesAdapter(how, ground.requests(), ground.time()),
                  "pods in namespace " + how.namespace());
            });
  }

  private int tasks(Settings settings, AdapterOptions adapter, EcsOptions options)
      throws InterruptedException {
    return new AdapterRun(surroundings, EcsOptions.KIND, settings, adapter)
        .until(
            ground -> {
              var how = options.settings(ground);
              return new AdapterRun.Made(
                  new EcsAdapter(how, ground.requests(), ground.time()),
                  "tasks in cluster " + how.location().cluster());
            });
  }

  /** By the environment, which other users cannot read. */
  private static Map<String, String> token(AdapterRun.Ground ground) {
    String token = ground.server().token();
    return token == null ? Map.of() : Map.of("TIDEMILL_TOKEN", token);
  }

  private static List<String> arguments(Settings settings, AdapterRun.Ground ground) {
    return List.of(
        "--store",
        ground.server().toString(),
        "--http-port",
        "0",
        "--slots",
        String.valueOf(ground.slots()),
        "--data",
        settings.data().toAbsolutePath().normalize().toString());
  }
}
