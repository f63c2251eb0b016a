package dev.tidemill.cli.command;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.output.Format;
import dev.tidemill.cli.output.JsonText;
import dev.tidemill.cli.output.Table;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobType;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.reconcile.run.Asked;
import dev.tidemill.schedule.Fire;
import dev.tidemill.schedule.ScheduleSpec;
import dev.tidemill.schedule.ScheduleView;
import dev.tidemill.schedule.Schedules;
import dev.tidemill.schedule.Schedules.Applied;
import dev.tidemill.schedule.json.ScheduleViewJson;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemill schedules create|apply|list|get|pause|resume|trigger|delete|next|history}. */
@Command(
    name = "schedules",
    description = "Work that starts by the clock.",
    synopsisSubcommandLabel =
        "(create | apply | list | get | pause | resume | trigger | delete | next | history)",
    mixinStandardHelpOptions = true)
public final class SchedulesCommand {
  private final Surroundings surroundings;

  public SchedulesCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Command(
      name = "create",
      description =
          "Create a schedule, or change the one of that name; the same again is harmless.")
  int create(
      @Mixin SettingsOptions options,
      @Mixin ScheduleOptions schedule,
      @Parameters(paramLabel = "NAME") String name) {
    try (Backend backend = open(options)) {
      ScheduleSpec spec = schedule.spec(name, planner(backend));
      applied(options, backend, List.of(spec));
      return 0;
    }
  }

  @Command(
      name = "apply",
      description = "Make the schedules of a YAML file as they stand there; others are left alone.")
  int apply(@Mixin SettingsOptions options, @Parameters(paramLabel = "FILE") String file) {
    try (Backend backend = open(options)) {
      Path path = surroundings.folder().resolve(file);
      applied(options, backend, ScheduleFile.read(path, backend.reconciler()));
      return 0;
    }
  }

  private ScheduleOptions.Planner planner(Backend backend) {
    return new ScheduleOptions.Planner() {
      @Override
      public JobSpec job(JobType type, String payload) {
        return backend.handlers().spec(type, payload);
      }

      @Override
      public RunSpec recipe(String name, Map<String, String> parameters) {
        RecipeFile file = RecipeFile.read(surroundings.folder().resolve(name));
        return backend.reconciler().plan(new Asked(file.text(), parameters, null), file.folder());
      }
    };
  }

  @Command(name = "list", description = "All schedules, in order of name.")
  int list(
      @Mixin SettingsOptions options,
      @Option(names = "--limit", defaultValue = "100", description = "How many (default 100).")
          int limit,
      @Option(
              names = "--after",
              paramLabel = "NAME",
              defaultValue = "",
              description = "Go on here.")
          String after) {
    try (Backend backend = open(options)) {
      Pages.of(0, limit);
      List<ScheduleView> all = backend.seams().schedules().list(after, limit);
      if (options.format() == Format.JSON) {
        JsonText.print(
            surroundings.out(),
            Listing.page(all, limit, ScheduleViewJson::write, ScheduleView::name));
      } else {
        table(all);
      }
      return 0;
    }
  }

  @Command(name = "get", description = "One schedule.")
  int get(@Mixin SettingsOptions options, @Parameters(paramLabel = "NAME") String name) {
    return one(
        options,
        name,
        (schedules, of) ->
            schedules
                .find(of)
                .orElseThrow(
                    () ->
                        Problem.of(CoreError.NOT_FOUND, "there is no schedule '%s'".formatted(of))
                            .next("`tidemill schedules list` shows what there is")
                            .exception()));
  }

  @Command(name = "pause", description = "Fire nothing from now on; `trigger` still works.")
  int pause(@Mixin SettingsOptions options, @Parameters(paramLabel = "NAME") String name) {
    return one(options, name, Schedules::pause);
  }

  @Command(name = "resume", description = "Go on with the next tick from now.")
  int resume(@Mixin SettingsOptions options, @Parameters(paramLabel = "NAME") String name) {
    return one(options, name, Schedules::resume);
  }

  @Command(name = "trigger", description = "Start a run now; the rhythm does not change.")
  int trigger(@Mixin SettingsOptions options, @Parameters(paramLabel = "NAME") String name) {
    try (Backend backend = open(options)) {
      Fire fire = backend.seams().schedules().trigger(name);
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), ScheduleViewJson.write(fire));
      } else {
        fires(List.of(fire));
      }
      return 0;
    }
  }

  @Command(name = "delete", description = "Remove a schedule with its history; its runs stay.")
  int delete(@Mixin SettingsOptions options, @Parameters(paramLabel = "NAME") String name) {
    try (Backend backend = open(options)) {
      backend.seams().schedules().delete(name);
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), Json.object().put("deleted", name));
      } else {
        surroundings.err().printf("Deleted %s.%n", name);
      }
      return 0;
    }
  }

  @Command(name = "next", description = "When a schedule fires next.")
  int next(
      @Mixin SettingsOptions options,
      @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--count", defaultValue = "10", description = "How many (default 10).")
          int count) {
    try (Backend backend = open(options)) {
      Pages.of(0, count);
      List<Instant> times = backend.seams().schedules().next(name, count);
      if (options.format() == Format.JSON) {
        JsonText.print(
            surroundings.out(),
            Listing.whole(times, time -> Json.object().put("time", time.toString())));
      } else {
        var table = new Table("NEXT");
        times.forEach(time -> table.add(time.toString()));
        table.print(surroundings.out());
      }
      return 0;
    }
  }

  @Command(name = "history", description = "What a schedule did, newest first.")
  int history(
      @Mixin SettingsOptions options,
      @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--limit", defaultValue = "20", description = "How many (default 20).")
          int limit,
      @Option(names = "--after", paramLabel = "TIME", description = "Go on after this fire.")
          @Nullable Instant after) {
    try (Backend backend = open(options)) {
      Pages.of(0, limit);
      List<Fire> fires = backend.seams().schedules().history(name, after, limit);
      if (options.format() == Format.JSON) {
        JsonText.print(
            surroundings.out(),
            Listing.page(fires, limit, ScheduleViewJson::write, fire -> fire.time().toString()));
      } else {
        fires(fires);
      }
      return 0;
    }
  }

  private int one(
      SettingsOptions options, String name, BiFunction<Schedules, String, ScheduleView> call) {
    try (Backend backend = open(options)) {
      ScheduleView view = call.apply(backend.seams().schedules(), name);
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), ScheduleViewJson.write(view));
      } else {
        table(List.of(view));
      }
      return 0;
    }
  }

  private void applied(SettingsOptions options, Backend backend, List<ScheduleSpec> specs) {
    var all = new ArrayList<Applied>();
    for (ScheduleSpec spec : specs) {
      all.add(backend.seams().schedules().put(spec));
    }
    if (options.format() == Format.JSON) {
      JsonText.print(surroundings.out(), Listing.whole(all, each -> ScheduleViewJson.write(each)));
    } else {
      table(all.stream().map(Applied::schedule).toList());
      all.forEach(
          each ->
              surroundings
                  .err()
                  .printf("%s: %s%n", each.schedule().name(), Words.of(each.change())));
    }
    if (backend.alone()) {
      surroundings.err().println("Nobody fires schedules here until `tidemill up` runs.");
    }
  }

  private Backend open(SettingsOptions options) {
    return Backend.open(options.load(surroundings), surroundings);
  }

  private void table(List<ScheduleView> schedules) {
    var table = new Table("NAME", "STATUS", "WHEN", "ZONE", "NEXT", "LAST", "FIRED");
    for (ScheduleView schedule : schedules) {
      table.add(
          schedule.name(),
          Words.of(schedule.state()),
          schedule.spec().timing().toString(),
          schedule.spec().zone().getId(),
          text(schedule.nextFire()),
          text(schedule.lastFire()),
          String.valueOf(schedule.fired()));
    }
    table.print(surroundings.out());
  }

  private void fires(List<Fire> fires) {
    var table = new Table("TIME", "STATE", "RUN", "STATUS", "BY", "REASON");
    for (Fire fire : fires) {
      table.add(
          fire.time().toString(),
          Words.of(fire.state()),
          fire.run() == null ? "-" : fire.run().toString(),
          fire.status() == null ? "-" : fire.status().word(),
          fire.byHand() ? "hand" : "clock",
          fire.reason() == null ? "" : fire.reason());
    }
    table.print(surroundings.out());
  }

  private static String text(@Nullable Instant instant) {
    return instant == null ? "-" : instant.toString();
  }
}
