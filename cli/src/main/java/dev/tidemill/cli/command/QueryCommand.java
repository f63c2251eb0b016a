package dev.tidemill.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.output.Format;
import dev.tidemill.cli.output.JsonText;
import dev.tidemill.cli.output.Sparkline;
import dev.tidemill.cli.output.Table;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemill query EXPR}. */
@Command(
    name = "query",
    description =
        "Ask for metrics in PromQL: at a moment, or with --start, --end and --step over time, shown"
            + " as a line per series. -o json gives the answer as Prometheus would.",
    mixinStandardHelpOptions = true)
public final class QueryCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin private SettingsOptions options = new SettingsOptions();

  @Parameters(paramLabel = "EXPR", description = "As in: rate(http_requests_total[5m])")
  private String expression = "";

  @Option(
      names = "--time",
      paramLabel = "T",
      description = "The moment: seconds since 1970 or RFC 3339 (default: now).")
  private @Nullable String time;

  @Option(names = "--start", paramLabel = "T", description = "The first moment of a range.")
  private @Nullable String start;

  @Option(names = "--end", paramLabel = "T", description = "The last moment of a range.")
  private @Nullable String end;

  @Option(names = "--step", paramLabel = "D", description = "Between moments, as 30s.")
  private @Nullable String step;

  public QueryCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    var form = new LinkedHashMap<String, String>();
    form.put("query", expression);
    boolean range = start != null || end != null || step != null;
    if (range && (start == null || end == null || step == null || time != null)) {
      throw Problem.of(CoreError.INVALID_INPUT, "a range needs --start, --end and --step")
          .next("give all three and no --time, or none of them")
          .exception();
    }
    put(form, "time", time);
    put(form, "start", start);
    put(form, "end", end);
    put(form, "step", step);
    try (Backend backend = Backend.open(options.load(surroundings), surroundings);
        var calls = new MetricCalls(backend.requireServer("a query"))) {
      show(calls.form(range ? "/api/v1/query_range" : "/api/v1/query", form));
      return 0;
    }
  }

  private static void put(Map<String, String> form, String name, @Nullable String value) {
    if (value != null) {
      form.put(name, value);
    }
  }

  private void show(JsonNode answer) {
    if (options.format() == Format.JSON) {
      JsonText.print(surroundings.out(), answer);
      return;
    }
    answer.path("warnings").forEach(text -> surroundings.err().println(text.asText()));
    answer.path("infos").forEach(text -> surroundings.err().println(text.asText()));
    JsonNode result = answer.at("/data/result");
    switch (answer.at("/data/resultType").asText()) {
      case "vector" -> {
        var table = new Table("SERIES", "VALUE");
        result.forEach(s -> table.add(name(s), s.at("/value/1").asText()));
        table.print(surroundings.out());
      }
      case "matrix" -> {
        var table = new Table("SERIES", "OVER TIME", "LEAST", "MOST", "LAST");
        result.forEach(s -> table.add(line(s)));
        table.print(surroundings.out());
      }
      default -> surroundings.out().println(result.path(1).asText());
    }
  }

  private static String[] line(JsonNode series) {
    var values = new ArrayList<Double>();
    series.path("values").forEach(point -> values.add(number(point.path(1).asText())));
    var line = new Sparkline(values);
    return new String[] {name(series), line.text(), line.least(), line.most(), line.last()};
  }

  private static double number(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static String name(JsonNode series) {
    var labels = new StringBuilder();
    series
        .path("metric")
        .properties()
        .forEach(
            label -> {
              if (!label.getKey().equals("__name__")) {
                labels.append(labels.isEmpty() ? "" : ", ");
                labels.append(label.getKey()).append('=').append(label.getValue());
              }
            });
    String name = series.at("/metric/__name__").asText();
    return labels.isEmpty() && !name.isEmpty() ? name : name + "{" + labels + "}";
  }
}
