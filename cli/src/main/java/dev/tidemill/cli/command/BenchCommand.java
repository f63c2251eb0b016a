package dev.tidemill.cli.command;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.bench.JobsBench;
import dev.tidemill.cli.bench.WalMeter;
import dev.tidemill.cli.node.Seams;
import dev.tidemill.cli.output.Format;
import dev.tidemill.cli.output.JsonText;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.time.SystemTime;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemill bench jobs}. */
@Command(
    name = "bench",
    description = "Measure an installation.",
    synopsisSubcommandLabel = "jobs",
    mixinStandardHelpOptions = true)
public final class BenchCommand {
  private static final int MOST = 5_000_000;

  private final Surroundings surroundings;

  public BenchCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Command(
      name = "jobs",
      description = {
        "Run jobs that do nothing on the store, in this process: first a pile of them as fast as it"
            + " goes, then some that arrive at a steady rate.",
        "The runs stay in the store (kind bench) until retention removes them."
      })
  int jobs(
      @Mixin SettingsOptions options,
      @Option(names = "--count", paramLabel = "N", defaultValue = "10000") int count,
      @Option(
              names = "--threads",
              paramLabel = "K",
              defaultValue = "16",
              description = "How many jobs run at once (default 16).")
          int threads,
      @Option(
              names = "--rate",
              paramLabel = "R",
              defaultValue = "200",
              description = "Arrivals a second; 0 leaves this part out (default 200).")
          int rate,
      @Option(
              names = "--seconds",
              paramLabel = "S",
              defaultValue = "5",
              description = "How long they arrive (default 5).")
          int seconds)
      throws InterruptedException {
    require(count >= 1 && count <= MOST, "--count", "from 1 to " + MOST);
    require(threads >= 1 && threads <= 1000, "--threads", "from 1 to 1000");
    require(rate >= 0 && rate <= 100_000, "--rate", "from 0 to 100000");
    require(seconds >= 1 && seconds <= 3600, "--seconds", "from 1 to 3600");
    Settings settings = options.load(surroundings);
    if (settings.storeIsServer()) {
      throw Problem.of(CoreError.INVALID_INPUT, "the measurement needs the database itself")
          .field("store")
          .next("name it with --store postgresql://… or sqlite:PATH")
          .exception();
    }
    try (Seams seams = Seams.open(settings, new SystemTime(), Seams.Migrate.YES)) {
      Map<String, Object> result =
          new JobsBench(seams, new WalMeter(settings.store()))
              .run(new JobsBench.Plan(count, threads, rate, seconds));
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), result);
      } else {
        result.forEach((name, value) -> surroundings.out().printf("%-22s %s%n", name, value));
      }
      return 0;
    }
  }

  private static void require(boolean holds, String option, String range) {
    if (!holds) {
      throw Problem.of(CoreError.INVALID_INPUT, "%s must be %s".formatted(option, range))
          .field(option)
          .exception();
    }
  }
}
