package dev.tidemill.cli.command;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.node.Daemon;
import dev.tidemill.cli.node.DataParts;
import dev.tidemill.cli.node.Node;
import dev.tidemill.cli.node.NodeRole;
import dev.tidemill.cli.node.Seams;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.WorkerOptions;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemill worker start}. */
@Command(
    name = "worker",
    description = "Run jobs of a shared store or of a server.",
    synopsisSubcommandLabel = "start",
    mixinStandardHelpOptions = true)
public final class WorkerCommand {
  private final Surroundings surroundings;

  public WorkerCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Command(
      name = "start",
      description =
          "Run jobs until stopped. With --store http(s)://server and a worker token it needs no"
              + " database.")
  int start(
      @Mixin WorkerOptions options,
      @Option(
              names = "--role",
              paramLabel = "ROLE",
              defaultValue = "all",
              description = "all, api, job-worker, cron-worker or auto.")
          String roleWord)
      throws InterruptedException {
    NodeRole role = NodeRole.parse(roleWord);
    Settings settings = options.load(surroundings, "worker.http_port");
    if (role == NodeRole.AUTO) {
      role = pick(settings);
    }
    switch (role) {
      case API -> ServerCommand.run(surroundings, settings);
      case ALL, JOB_WORKER -> work(settings, role);
      case CRON_WORKER -> {
        requireDatabase(settings);
        work(settings, role);
      }
      case QUERY_WORKER ->
          throw Problem.of(
                  CoreError.INVALID_INPUT, "the role %s is not there yet".formatted(role.word()))
              .field("role")
              .next("use all or job-worker")
              .exception();
      case AUTO -> throw new IllegalStateException("auto was replaced above");
    }
    return 0;
  }

  private static void requireDatabase(Settings settings) {
    if (settings.storeIsServer()) {
      throw Problem.of(CoreError.INVALID_INPUT, "the role cron-worker needs a database")
          .field("store")
          .next("use job-worker to work for a server, which fires schedules itself")
          .exception();
    }
  }

  /** Says what it chose and why. */
  private NodeRole pick(Settings settings) {
    NodeRole role = settings.storeIsServer() ? NodeRole.JOB_WORKER : NodeRole.ALL;
    surroundings
        .err()
        .printf(
            "Role %s: %s%n",
            role.word(),
            settings.storeIsServer()
                ? "the store is a server, so there is no database for upkeep"
                : "there is a database");
    return role;
  }

  private void work(Settings settings, NodeRole role) throws InterruptedException {
    var parts =
        new Node.Parts(
            false,
            true,
            role != NodeRole.JOB_WORKER,
            role == NodeRole.JOB_WORKER,
            Optional.of(settings.config().get(Settings.WORKER_PORT)),
            Seams.Migrate.NO,
            DataParts.Whose.MANY);
    var err = surroundings.err();
    new Daemon(err)
        .run(
            Node.open(settings, parts),
            node -> {
              err.printf(
                  "Worker %s takes jobs from %s; %s/health /ready /metrics%n",
                  node.worker().orElseThrow().settings().name(),
                  node.seams().where(),
                  node.url().orElseThrow());
              err.printf(
                  "Its jobs run again within %s should it be killed. Stop with Ctrl-C.%n",
                  Daemon.seconds(node.worstRecovery()));
            });
  }
}
