package dev.tidemill.schedule.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.config.Durations;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.SubmissionJson;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.schedule.Misfire;
import dev.tidemill.schedule.Overlap;
import dev.tidemill.schedule.ScheduleError;
import dev.tidemill.schedule.ScheduleSpec;
import dev.tidemill.schedule.timing.Cron;
import dev.tidemill.schedule.timing.Every;
import dev.tidemill.schedule.timing.Timing;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;

/** What a schedule is asked to be. Durations are texts such as {@code 5m}. */
public final class ScheduleJson {
  private ScheduleJson() {}

  public static ObjectNode write(ScheduleSpec spec) {
    ObjectNode node = Json.object().put("name", spec.name());
    switch (spec.timing()) {
      case Cron cron -> node.put("cron", cron.expression());
      case Every every -> node.put("every", Durations.format(every.interval()));
    }
    node.put("zone", spec.zone().getId())
        .put("misfire", Words.of(spec.misfire()))
        .put("misfire_within", Durations.format(spec.within()))
        .put("overlap", Words.of(spec.overlap()))
        .put("jitter", Durations.format(spec.jitter()));
    if (spec.start() != null) {
      node.put("start", spec.start().toString());
    }
    if (spec.end() != null) {
      node.put("end", spec.end().toString());
    }
    if (spec.maxRuns() > 0) {
      node.put("max_runs", spec.maxRuns());
    }
    ObjectNode run = SubmissionJson.write(spec.run());
    run.remove("idempotency_key");
    node.set("run", run);
    return node;
  }

  /** For what people write: every field must be known. */
  public static ScheduleSpec read(Fields schedule, String tenant) {
    ScheduleSpec spec = read(schedule, schedule.text("name"), tenant);
    schedule.noMore();
    return spec;
  }

  /** For what is embedded in something larger. */
  static ScheduleSpec read(Fields schedule, String name, String tenant) {
    return new ScheduleSpec(
        name,
        timing(schedule),
        zone(schedule.at("zone"), schedule.text("zone", "UTC")),
        schedule.word("misfire", Misfire.class, Misfire.ONCE),
        duration(schedule, "misfire_within", ScheduleSpec.DEFAULT_WITHIN),
        schedule.word("overlap", Overlap.class, Overlap.SKIP),
        duration(schedule, "jitter", Duration.ZERO),
        schedule.instantOrNull("start"),
        schedule.instantOrNull("end"),
        schedule.has("max_runs") ? schedule.number("max_runs", 1, Long.MAX_VALUE) : 0,
        SubmissionJson.read(schedule.object("run"), tenant, null));
  }

  public static ZoneId zone(String field, String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw Problem.of(ScheduleError.INVALID_SCHEDULE, "there is no time zone '%s'".formatted(text))
          .field(field)
          .next("use a name such as Europe/Berlin, or UTC")
          .exception();
    }
  }

  private static Timing timing(Fields schedule) {
    if (schedule.has("cron") == schedule.has("every")) {
      throw Problem.of(
              ScheduleError.INVALID_SCHEDULE,
              "the schedule '%s' needs either `cron` or `every`".formatted(schedule.text("name")))
          .field(schedule.at("cron"))
          .next("e.g. cron: \"0 9 * * MON-FRI\" or every: 5m")
          .exception();
    }
    return schedule.has("cron")
        ? schedule.make("cron", () -> new Cron(schedule.text("cron")))
        : schedule.make("every", () -> new Every(Durations.parse(schedule.text("every"))));
  }

  private static Duration duration(Fields schedule, String name, Duration fallback) {
    return schedule.has(name)
        ? schedule.make(name, () -> Durations.parse(schedule.text(name)))
        : fallback;
  }
}
