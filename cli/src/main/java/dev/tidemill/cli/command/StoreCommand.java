package dev.tidemill.cli.command;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.output.Format;
import dev.tidemill.cli.output.JsonText;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.cli.settings.StoreFolder;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.store.Migrations;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreClock;
import java.nio.file.Files;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemill store migrate|status}. */
@Command(
    name = "store",
    description = "Prepare the database or look at it.",
    synopsisSubcommandLabel = "(migrate | status)",
    mixinStandardHelpOptions = true)
public final class StoreCommand {
  private final Surroundings surroundings;

  public StoreCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Command(name = "migrate", description = "Bring the database's schema up to date.")
  int migrate(@Mixin SettingsOptions options) {
    Settings settings = options.load(surroundings);
    StoreFolder.make(settings.store());
    try (Store store = open(settings)) {
      var migrations = new Migrations(store);
      int steps = migrations.migrate();
      String version = migrations.version().orElseThrow();
      if (options.format() == Format.JSON) {
        JsonText.print(
            surroundings.out(),
            Map.of("store", store.url().toString(), "schema", version, "steps", steps));
      } else {
        surroundings
            .err()
            .printf(
                "%s has schema %s (%s)%n",
                store.url(), version, steps == 0 ? "nothing to do" : steps + " steps taken");
      }
      return 0;
    }
  }

  @Command(name = "status", description = "Say which schema the database has.")
  int status(@Mixin SettingsOptions options) {
    Settings settings = options.load(surroundings);
    if (settings.store().embedded() && !Files.exists(settings.store().file())) {
      throw Problem.of(CoreError.NOT_FOUND, "there is no store yet at " + settings.store())
          .next("`tidemill store migrate` makes one")
          .exception();
    }
    try (Store store = open(settings)) {
      var migrations = new Migrations(store);
      migrations.requireUsable();
      String version = migrations.version().orElseThrow();
      if (options.format() == Format.JSON) {
        JsonText.print(
            surroundings.out(), Map.of("store", store.url().toString(), "schema", version));
      } else {
        surroundings.out().printf("%s has schema %s%n", store.url(), version);
      }
      return 0;
    }
  }

  private static Store open(Settings settings) {
    return Store.open(settings.store(), StoreClock.DATABASE, 2);
  }
}
