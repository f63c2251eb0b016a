package dev.tidemill.server.scale;

import static dev.tidemill.server.route.Role.VIEWER;
import static dev.tidemill.server.route.Route.get;
import static dev.tidemill.server.route.Schema.listOf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.config.Durations;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.scale.PolicyName;
import dev.tidemill.scale.Scaling;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Request;
import dev.tidemill.server.route.Route;
import dev.tidemill.server.route.Schema;
import java.time.Duration;
import java.util.List;

/** What the fleet is scaled by, and why it has the size it has. */
public final class ScaleRoutes {
  private static final int USUAL_PAGE = 100;
  private static final int LARGEST_PAGE = 1000;
  private static final Duration LONGEST = Duration.ofDays(31);
  private static final String SIGNALS =
      Schema.object(
          "at string",
          "age_seconds number",
          "tasks integer",
          "waiting integer",
          "running integer",
          "due_parked integer",
          "oldest_wait_seconds number",
          "due_soon integer",
          "arrivals_per_second number",
          "workers integer",
          "idle_workers integer",
          "draining_workers integer",
          "slots integer",
          "busy_slots integer",
          "saturation number?",
          "capped boolean",
          "stage_waiting integer",
          "stage_running integer",
          "stage_due_parked integer",
          "stage_oldest_wait_seconds number",
          "exec_waiting integer",
          "exec_running integer",
          "exec_due_parked integer",
          "exec_oldest_wait_seconds number",
          "sets array");
  private static final String STATUS =
      Schema.object(
          "policy string",
          "leader string?",
          "grpc string?",
          "term integer?",
          "told_seconds_ago number?",
          "adapters array",
          "workers array",
          "signals array");
  private static final String LINE =
      Schema.object("id integer", "at string", "policy string", "decision string", "words string");
  private static final String DECISION =
      Schema.object(
          "id integer",
          "at string",
          "policy string",
          "decision string",
          "words string",
          "explanation string",
          "inputs object",
          "result object");
  private static final String SIMULATED =
      Schema.object(
          "jobs integer",
          "capped boolean",
          "seconds integer",
          "slots integer",
          "max_workers integer",
          "start_up_seconds number",
          "policies array");

  private final Scaling scaling;

  public ScaleRoutes(Scaling scaling) {
    this.scaling = scaling;
  }

  public List<Route> routes() {
    return List.of(
        get("/api/scale/signals")
            .summary("What there is to do and who is there to do it; 503 when it is not known")
            .role(VIEWER)
            .answers(SIGNALS)
            .by(request -> Answer.json(scaling.signals())),
        get("/api/scale/status")
            .summary("Policy, leader, adapters with their groups, every signal with its age")
            .role(VIEWER)
            .answers(STATUS)
            .by(request -> Answer.json(scaling.status())),
        get("/api/scale/decisions")
            .summary("Decisions, newest first")
            .role(VIEWER)
            .parameter("limit", "At most so many, 1 to 1000; 100 if not given")
            .parameter("after", "The `next` of the page before")
            .answers(listOf(LINE))
            .by(this::history),
        get("/api/scale/decisions/{decision}")
            .summary("One decision with all it was made from")
            .role(VIEWER)
            .answers(DECISION)
            .by(this::find),
        get("/api/scale/simulate")
            .summary("What a policy would have made of what came lately")
            .role(VIEWER)
            .parameter("policy", "off, fixed, vanilla, capability, target or waterfall")
            .parameter("last", "How far back, such as 24h; 24h if not given")
            .answers(SIMULATED)
            .by(this::simulate));
  }

  private Answer history(Request request) {
    int limit = Math.toIntExact(number(request, "limit", 1, LARGEST_PAGE, USUAL_PAGE));
    long after = number(request, "after", 1, Long.MAX_VALUE, 0);
    List<ObjectNode> page = scaling.history(after, limit);
    return Answer.json(Listing.page(page, limit, line -> line, line -> line.path("id").asText()));
  }

  private Answer find(Request request) {
    String id = request.part("decision");
    return scaling
        .find(id.matches("[0-9]{1,18}") ? Long.parseLong(id) : 0)
        .map(Answer::json)
        .orElseThrow(
            () ->
                Problem.of(CoreError.NOT_FOUND, "there is no decision '%s'".formatted(id))
                    .next("`tidemill scale history` shows what there is")
                    .exception());
  }

  private Answer simulate(Request request) {
    PolicyName policy =
        Words.parse(PolicyName.class, "policy", request.parameter("policy").orElse("target"));
    String last = request.parameter("last").orElse("24h");
    try {
      Duration period = Durations.parse(last);
      if (period.isPositive() && period.compareTo(LONGEST) <= 0) {
        return Answer.json(scaling.simulate(policy, period));
      }
    } catch (IllegalArgumentException e) {
      // Told below.
    }
    throw wrong("last", "a time such as 24h, at most 31d", last);
  }

  private static long number(Request request, String name, long least, long most, long fallback) {
    String text = request.parameter(name).orElse("");
    if (text.isEmpty()) {
      return fallback;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw wrong(name, "a whole number from %d to %d".formatted(least, most), text);
  }

  private static RuntimeException wrong(String name, String wanted, String got) {
    return Problem.of(CoreError.INVALID_INPUT, "'%s' must be %s".formatted(name, wanted))
        .field(name)
        .cause("got '%s'".formatted(got.length() <= 60 ? got : got.substring(0, 60) + "…"))
        .exception();
  }
}
