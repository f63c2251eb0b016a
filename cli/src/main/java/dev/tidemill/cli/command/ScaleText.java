package dev.tidemill.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.cli.output.Table;
import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** The state of scaling, for people. */
final class ScaleText {
  private final PrintStream out;

  ScaleText(PrintStream out) {
    this.out = out;
  }

  void status(JsonNode status) {
    out.printf("policy    %s%n", status.path("policy").asText());
    if (status.path("leader").isNull()) {
      out.println("leader    none: nothing is started or drained until a server runs");
    } else {
      out.printf(
          "leader    %s, term %d, adapters call %s%n",
          status.path("leader").asText(),
          status.path("term").asLong(),
          status.path("grpc").asText());
    }
    JsonNode adapters = status.path("adapters");
    if (adapters.isEmpty()) {
      out.println("adapters  none");
    } else {
      out.printf("adapters  as told %s ago%n", seconds(status.path("told_seconds_ago")));
    }
    adapters.forEach(adapter -> adapter(adapter, status.path("workers")));
    out.println();
    var table = new Table("SIGNAL", "VALUE", "AGE");
    for (JsonNode signal : status.path("signals")) {
      table.add(
          signal.path("signal").asText(),
          number(signal.path("value")),
          seconds(signal.path("age_seconds")));
    }
    table.print(out);
  }

  private void adapter(JsonNode adapter, JsonNode workers) {
    out.println();
    out.printf(
        "%s: %s, at most %d groups of %d workers with %d slots%s%s%n",
        adapter.path("id").asText(),
        adapter.path("silent").asBoolean() ? "silent, so held" : "connected",
        adapter.path("max_groups").asInt(),
        adapter.path("workers_per_group").asInt(),
        adapter.path("slots").asInt(),
        adapter.path("start_up_seconds").isNull()
            ? ""
            : " that start in " + seconds(adapter.path("start_up_seconds")),
        adapter.path("capabilities").asText().isEmpty()
            ? ""
            : ", able to do " + adapter.path("capabilities").asText());
    if (adapter.path("groups").isEmpty()) {
      return;
    }
    var table = new Table("GROUP", "STATE", "WISH", "FOR", "JOBS/SLOTS", "SINCE");
    for (JsonNode group : adapter.path("groups")) {
      table.add(
          group.path("id").asText(),
          group.path("state").asText(),
          group.path("wish").asText(),
          group.path("capabilities").asText().isEmpty() ? "-" : group.path("capabilities").asText(),
          jobs(group.path("id").asText(), workers),
          Instant.parse(group.path("since").asText()).truncatedTo(ChronoUnit.SECONDS).toString());
    }
    table.print(out);
  }

  private static String jobs(String group, JsonNode workers) {
    int held = 0;
    int slots = 0;
    for (JsonNode worker : workers) {
      if (worker.path("group").asText().equals(group)) {
        held += worker.path("held").asInt();
        slots += worker.path("slots").asInt();
      }
    }
    return slots == 0 ? "-" : held + "/" + slots;
  }

  private static String number(JsonNode value) {
    return value.isIntegralNumber()
        ? value.asText()
        : String.format(Locale.ROOT, "%.2f", value.asDouble());
  }

  private static String seconds(JsonNode value) {
    return String.format(Locale.ROOT, "%.1f s", value.asDouble());
  }
}
