package dev.tidemill.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.core.config.Durations;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobType;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.schedule.Misfire;
import dev.tidemill.schedule.Overlap;
import dev.tidemill.schedule.ScheduleSpec;
import dev.tidemill.schedule.json.ScheduleJson;
import dev.tidemill.schedule.timing.Cron;
import dev.tidemill.schedule.timing.Every;
import dev.tidemill.schedule.timing.Timing;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What {@code tidemill schedules create} can be told. */
final class ScheduleOptions {
  private static final JsonMapper JSON = new JsonMapper();

  /** One of the two. */
  static final class Rhythm {
    @Option(
        names = "--cron",
        paramLabel = "EXPR",
        description = "Five fields, six with seconds first, or @daily and the like.")
    private @Nullable String cron;

    @Option(
        names = "--every",
        paramLabel = "TIME",
        description = "An interval such as 5m, counted from --start or the creation.")
    private @Nullable String every;
  }

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Rhythm rhythm = new Rhythm();

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      defaultValue = "UTC",
      description = "Whose local time --cron means (default UTC).")
  private String zone = "UTC";

  @Option(
      names = "--misfire",
      paramLabel = "WHAT",
      defaultValue = "once",
      description = "Ticks that were missed: skip, once (default) or all.")
  private String misfire = "once";

  @Option(
      names = "--misfire-within",
      paramLabel = "TIME",
      defaultValue = "1h",
      description = "How long ago a missed tick may be (default 1h).")
  private String within = "1h";

  @Option(
      names = "--overlap",
      paramLabel = "WHAT",
      defaultValue = "skip",
      description = "Ticks while a run is open: allow, skip (default) or queue.")
  private String overlap = "skip";

  @Option(
      names = "--jitter",
      paramLabel = "TIME",
      defaultValue = "0s",
      description = "Fire up to so much later, each tick by its own time (default 0s).")
  private String jitter = "0s";

  @Option(
      names = "--start",
      paramLabel = "WHEN",
      description = "No tick before, e.g. 2030-01-31T12:00:00Z.")
  private @Nullable String start;

  @Option(names = "--end", paramLabel = "WHEN", description = "No tick after.")
  private @Nullable String end;

  @Option(
      names = "--max-runs",
      paramLabel = "N",
      description = "How often it fires (default: without end).")
  private @Nullable Long maxRuns;

  @Option(
      names = "--type",
      paramLabel = "TYPE[:VERSION]",
      description = "Type of the job that each fire submits.")
  private @Nullable String type;

  @Option(
      names = "--recipe",
      paramLabel = "FILE",
      description = "In place of --type: the recipe by which each fire reconciles.")
  private @Nullable String recipe;

  @Option(
      names = {"-p", "--param"},
      paramLabel = "NAME=VALUE",
      description = "With --recipe: a value for one of its parameters.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      names = "--payload",
      paramLabel = "JSON",
      description = "With --type: what the job gets (default {}).")
  private @Nullable String payload;

  /** How a job is to be run, and what a recipe comes to. */
  interface Planner {
    JobSpec job(JobType type, String payload);

    RunSpec recipe(String file, Map<String, String> parameters);
  }

  ScheduleSpec spec(String name, Planner planner) {
    if (maxRuns != null && maxRuns < 1) {
      throw wrong("--max-runs", "--max-runs must be at least 1");
    }
    return new ScheduleSpec(
        name,
        timing(),
        ScheduleJson.zone("--zone", zone),
        Words.parse(Misfire.class, "--misfire", misfire.toLowerCase(Locale.ROOT)),
        duration("--misfire-within", within),
        Words.parse(Overlap.class, "--overlap", overlap.toLowerCase(Locale.ROOT)),
        duration("--jitter", jitter),
        instant("--start", start),
        instant("--end", end),
        maxRuns == null ? 0 : maxRuns,
        run(planner));
  }

  private RunSpec run(Planner planner) {
    String asked = type;
    if ((asked == null) == (recipe == null)) {
      throw wrong("--type", "either --type or --recipe says what each fire does");
    }
    if (asked != null && !parameters.isEmpty()) {
      throw wrong("--param", "--param is for --recipe; a job has --payload");
    }
    if (asked != null) {
      return RunSpec.of("jobs", List.of(planner.job(type(asked), payload())));
    }
    if (payload != null) {
      throw wrong("--payload", "--payload is for --type; a recipe has --param");
    }
    return planner.recipe(String.valueOf(recipe), parameters);
  }

  private String payload() {
    String text = payload == null ? "{}" : payload;
    try {
      JSON.readTree(text);
      return text;
    } catch (JsonProcessingException e) {
      throw wrong("--payload", "--payload is not JSON: " + e.getOriginalMessage());
    }
  }

  private static JobType type(String text) {
    String[] parts = text.split(":", 2);
    return read(
        "--type",
        text,
        t -> new JobType(parts[0], parts.length == 1 ? 1 : Integer.parseInt(parts[1])));
  }

  private Timing timing() {
    String cron = rhythm.cron;
    return cron != null
        ? read("--cron", cron, Cron::new)
        : read("--every", String.valueOf(rhythm.every), text -> new Every(Durations.parse(text)));
  }

  private static Duration duration(String option, String text) {
    return read(option, text, Durations::parse);
  }

  private static @Nullable Instant instant(String option, @Nullable String text) {
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeException e) {
      throw wrong(
          option, "%s: '%s' is not a time such as 2030-01-31T12:00:00Z".formatted(option, text));
    }
  }

  private static <T> T read(String option, String text, Function<String, T> reader) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw wrong(option, "%s: %s".formatted(option, e.getMessage()));
    }
  }

  private static RuntimeException wrong(String option, String message) {
    return Problem.of(CoreError.INVALID_INPUT, message)
        .field(option)
        .next("`tidemill schedules create --help` shows how; nothing was changed")
        .exception();
  }
}
