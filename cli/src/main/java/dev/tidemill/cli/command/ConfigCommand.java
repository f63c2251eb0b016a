package dev.tidemill.cli.command;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.output.Format;
import dev.tidemill.cli.output.JsonText;
import dev.tidemill.cli.output.Table;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.core.config.ConfigValue;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemill config show|check}. */
@Command(
    name = "config",
    description = "Show or check the settings.",
    synopsisSubcommandLabel = "(show | check)",
    mixinStandardHelpOptions = true)
public final class ConfigCommand {
  private final Surroundings surroundings;

  public ConfigCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Command(name = "show", description = "Print every setting with where it comes from.")
  int show(@Mixin SettingsOptions options) {
    Settings settings = options.load(surroundings);
    if (options.format() == Format.JSON) {
      JsonText.printList(
          surroundings.out(),
          settings.config().values().stream().map(ConfigCommand::json).toList());
      return 0;
    }
    var table = new Table("KEY", "VALUE", "FROM", "MEANING");
    for (ConfigValue value : settings.config().values()) {
      table.add(value.path(), value.shown(), value.origin(), value.key().description());
    }
    table.print(surroundings.out());
    return 0;
  }

  @Command(name = "check", description = "Report every fault of the settings at once.")
  int check(@Mixin SettingsOptions options) {
    Settings settings = options.load(surroundings);
    settings.store();
    surroundings.err().println("The settings are fine.");
    return 0;
  }

  private static Map<String, ?> json(ConfigValue value) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("key", value.path());
    fields.put("value", value.text() == null ? null : value.shown());
    fields.put("from", value.origin());
    fields.put("description", value.key().description());
    return fields;
  }
}
