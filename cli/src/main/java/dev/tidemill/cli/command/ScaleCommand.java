package dev.tidemill.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.output.Format;
import dev.tidemill.cli.output.JsonText;
import dev.tidemill.cli.output.Table;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.core.config.Durations;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.scale.PolicyName;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemill scale status|history|explain|simulate}. */
@Command(
    name = "scale",
    description = "Why the fleet is as large as it is.",
    synopsisSubcommandLabel = "(status | history | explain | simulate)",
    mixinStandardHelpOptions = true)
public final class ScaleCommand {
  private final Surroundings surroundings;

  public ScaleCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Command(
      name = "status",
      description = "Policy, leader, adapters with their groups, every signal with its age.")
  int status(@Mixin SettingsOptions options) {
    try (Backend backend = open(options)) {
      ObjectNode status = backend.seams().scaling().status();
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), status);
      } else {
        new ScaleText(surroundings.out()).status(status);
      }
      return 0;
    }
  }

  @Command(name = "history", description = "What was decided and why, newest last.")
  int history(
      @Mixin SettingsOptions options,
      @Option(names = "--limit", defaultValue = "20", description = "How many (default 20).")
          int limit,
      @Option(
              names = "--after",
              paramLabel = "ID",
              defaultValue = "0",
              description = "Only those before this one.")
          long after) {
    try (Backend backend = open(options)) {
      Pages.of(0, limit);
      List<ObjectNode> lines = backend.seams().scaling().history(after, limit);
      if (options.format() == Format.JSON) {
        JsonText.print(
            surroundings.out(),
            Listing.page(lines, limit, line -> line, line -> line.path("id").asText()));
      } else {
        var table = new Table("ID", "AT", "POLICY", "WHAT AND WHY");
        lines
            .reversed()
            .forEach(
                line ->
                    table.add(
                        line.path("id").asText(),
                        line.path("at").asText(),
                        line.path("policy").asText(),
                        line.path("words").asText()));
        table.print(surroundings.out());
      }
      return 0;
    }
  }

  @Command(name = "explain", description = "A decision with all it was made from.")
  int explain(@Mixin SettingsOptions options, @Parameters(paramLabel = "ID") long id) {
    try (Backend backend = open(options)) {
      ObjectNode decision =
          backend
              .seams()
              .scaling()
              .find(id)
              .orElseThrow(
                  () ->
                      Problem.of(CoreError.NOT_FOUND, "there is no decision %d".formatted(id))
                          .next("`tidemill scale history` shows what there is")
                          .exception());
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), decision);
      } else {
        surroundings.out().print(decision.path("explanation").asText());
      }
      return 0;
    }
  }

  @Command(
      name = "simulate",
      description =
          "What a policy would have made of the jobs that came lately, beside the one that is set.")
  int simulate(
      @Mixin SettingsOptions options,
      @Option(
              names = "--policy",
              paramLabel = "POLICY",
              defaultValue = "target",
              description = "off, fixed, vanilla, capability, target or waterfall.")
          String policy,
      @Option(
              names = "--last",
              paramLabel = "TIME",
              defaultValue = "24h",
              description = "How far back (default 24h).")
          String last) {
    PolicyName name = Words.parse(PolicyName.class, "policy", policy);
    Duration period = period(last);
    try (Backend backend = open(options)) {
      ObjectNode answer = backend.seams().scaling().simulate(name, period);
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), answer);
        return 0;
      }
      var table = new Table("POLICY", "WAITED", "PER JOB", "PAID WORKER SECONDS", "PEAK", "TURNS");
      for (JsonNode one : answer.path("policies")) {
        table.add(
            one.path("policy").asText() + (one.path("current").asBoolean() ? " (set)" : ""),
            one.path("waited_seconds").asText() + " s",
            one.path("waited_per_job_seconds").asText() + " s",
            one.path("paid_worker_seconds").asText(),
            one.path("peak_workers").asText(),
            one.path("turns").asText());
      }
      table.print(surroundings.out());
      surroundings
          .err()
          .printf(
              "%s%d jobs of %d s, workers of %d slots that start in %.0f s, at most %d.%n",
              answer.path("capped").asBoolean() ? "The latest " : "",
              answer.path("jobs").asInt(),
              answer.path("seconds").asInt(),
              answer.path("slots").asInt(),
              answer.path("start_up_seconds").asDouble(),
              answer.path("max_workers").asInt());
      return 0;
    }
  }

  private static Duration period(String text) {
    try {
      Duration period = Durations.parse(text);
      if (period.isPositive()) {
        return period;
      }
    } catch (IllegalArgumentException e) {
      // Told below.
    }
    throw Problem.of(CoreError.INVALID_INPUT, "'%s' is not a time to look back".formatted(text))
        .field("--last")
        .next("write 30m, 24h or 7d")
        .exception();
  }

  private Backend open(SettingsOptions options) {
    return Backend.open(options.load(surroundings), surroundings);
  }
}
