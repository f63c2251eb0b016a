package dev.tidemill.cli.command;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.output.Ago;
import dev.tidemill.cli.output.Format;
import dev.tidemill.cli.output.JsonText;
import dev.tidemill.cli.output.Table;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.jobs.WorkerView;
import dev.tidemill.jobs.json.FleetJson;
import dev.tidemill.jobs.json.Listing;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemill workers list|drain|undrain}. */
@Command(
    name = "workers",
    description = "Look at workers, ask them to take no more jobs.",
    synopsisSubcommandLabel = "(list | drain | undrain)",
    mixinStandardHelpOptions = true)
public final class WorkersCommand {
  private final Surroundings surroundings;

  public WorkersCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Command(name = "list", description = "The workers that run, with what they hold.")
  int list(
      @Mixin SettingsOptions options,
      @Option(names = "--all", description = "Also those that stopped or were lost.") boolean all) {
    try (Backend backend = open(options)) {
      show(options, backend.seams().fleet().workers(all));
      return 0;
    }
  }

  @Command(
      name = "drain",
      description = "Ask a worker to take no more jobs; it finishes what it holds.")
  int drain(@Mixin SettingsOptions options, @Parameters(paramLabel = "NAME") String name) {
    try (Backend backend = open(options)) {
      show(options, List.of(backend.seams().fleet().drain(name)));
      return 0;
    }
  }

  @Command(name = "undrain", description = "Let a worker take jobs again.")
  int undrain(@Mixin SettingsOptions options, @Parameters(paramLabel = "NAME") String name) {
    try (Backend backend = open(options)) {
      show(options, List.of(backend.seams().fleet().undrain(name)));
      return 0;
    }
  }

  private Backend open(SettingsOptions options) {
    return Backend.open(options.load(surroundings), surroundings);
  }

  private void show(SettingsOptions options, List<WorkerView> workers) {
    if (options.format() == Format.JSON) {
      JsonText.print(surroundings.out(), Listing.whole(workers, FleetJson::write));
      return;
    }
    var table =
        new Table("WORKER", "GROUP", "STATUS", "HELD/SLOTS", "SEEN", "HOST", "PID", "TYPES");
    for (WorkerView worker : workers) {
      String status = worker.status().word();
      table.add(
          worker.name(),
          worker.group() == null ? "-" : worker.group(),
          worker.drainRequested() && status.equals("active") ? "active, drain asked" : status,
          worker.held() + "/" + worker.slots(),
          Ago.words(worker.silent()) + " ago",
          worker.host(),
          String.valueOf(worker.pid()),
          String.join(",", worker.types()));
    }
    table.print(surroundings.out());
  }
}
