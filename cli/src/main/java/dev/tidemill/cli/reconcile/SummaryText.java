package dev.tidemill.cli.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.cli.output.Ago;
import dev.tidemill.cli.output.Table;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.json.Json;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;

/** A run's numbers for people. */
public final class SummaryText {
  private final PrintStream out;

  public SummaryText(PrintStream out) {
    this.out = out;
  }

  /**
   * @param result as the matching job told it
   */
  public void print(RunView run, JsonNode result, Path evidence) {
    JsonNode recipe = recipe(run);
    String left = recipe.path("sources").path("left").path("alias").asText("left");
    String right = recipe.path("sources").path("right").path("alias").asText("right");
    Instant ended = run.endedAt() == null ? run.createdAt() : run.endedAt();
    out.printf("%s completed in %s%n%n", run.id(), Ago.since(run.createdAt(), ended));
    var table =
        new Table("RULE", "MATCHED", left.toUpperCase(Locale.ROOT), right.toUpperCase(Locale.ROOT));
    for (JsonNode rule : result.path("rules")) {
      table.add(
          rule.path("name").asText(),
          number(rule.path("matched")),
          number(rule.path("matched_left")),
          number(rule.path("matched_right")));
    }
    table.add(
        "left over",
        "",
        number(result.path("unmatched_left")),
        number(result.path("unmatched_right")));
    table.add(
        "all",
        number(result.path("matched")),
        number(result.path("left_rows")),
        number(result.path("right_rows")));
    table.print(out);
    out.println();
    reasons(left, result.path("left_reasons"));
    reasons(right, result.path("right_reasons"));
    out.printf(
        Locale.ROOT,
        "Match rate %.1f %% of %s%n",
        100 * result.path("match_rate").asDouble(),
        left);
    out.println("Evidence   " + evidence);
  }

  private static JsonNode recipe(RunView run) {
    return Json.readObject(run.spec()).path("recipe");
  }

  private void reasons(String side, JsonNode reasons) {
    if (reasons.isEmpty()) {
      return;
    }
    out.println("Why " + side + " are left over");
    for (JsonNode reason : reasons) {
      out.printf(
          "  %8s  %s%n",
          number(reason.path("records")), reason.path("reason").asText().replace('_', ' '));
    }
    out.println();
  }

  private static String number(JsonNode value) {
    return String.format(Locale.ROOT, "%,d", value.asLong());
  }
}
