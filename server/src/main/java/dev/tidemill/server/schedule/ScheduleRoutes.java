package dev.tidemill.server.schedule;

import static dev.tidemill.server.route.Role.OPERATOR;
import static dev.tidemill.server.route.Role.VIEWER;
import static dev.tidemill.server.route.Route.delete;
import static dev.tidemill.server.route.Route.get;
import static dev.tidemill.server.route.Route.post;
import static dev.tidemill.server.route.Schema.listOf;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.schedule.Fire;
import dev.tidemill.schedule.Schedules;
import dev.tidemill.schedule.json.ScheduleJson;
import dev.tidemill.schedule.json.ScheduleViewJson;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Request;
import dev.tidemill.server.route.Route;
import dev.tidemill.server.route.Schema;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Schedules: made, watched, paused, triggered. */
public final class ScheduleRoutes {
  private static final int USUAL_PAGE = 100;
  private static final int LARGEST_PAGE = 1000;
  private static final String[] ASKED = {
    "name string",
    "cron string",
    "every string",
    "zone string",
    "misfire string",
    "misfire_within string",
    "overlap string",
    "jitter string",
    "start string",
    "end string",
    "max_runs integer",
    "run object"
  };
  private static final String SPEC = Schema.object(ASKED);
  private static final String SCHEDULE =
      Schema.object(
          Stream.concat(
                  Arrays.stream(ASKED),
                  Stream.of(
                      "status string",
                      "next_fire string?",
                      "last_fire string?",
                      "fired integer",
                      "created_at string",
                      "updated_at string"))
              .toArray(String[]::new));
  private static final String APPLIED = Schema.object("change string", "schedule object");
  private static final String FIRE =
      Schema.object(
          "time string",
          "at string",
          "state string",
          "run_id string?",
          "run_status string?",
          "reason string?",
          "by_hand boolean");
  private static final String NEXT = Schema.object("time string");

  private final Schedules schedules;

  public ScheduleRoutes(Schedules schedules) {
    this.schedules = schedules;
  }

  public List<Route> routes() {
    return List.of(
        post("/api/schedules")
            .summary("Create a schedule, or make the one of that name as asked for")
            .role(OPERATOR)
            .takes(SPEC)
            .answers(APPLIED)
            .by(this::put),
        get("/api/schedules")
            .summary("All schedules, in order of name")
            .role(VIEWER)
            .parameter("limit", "At most so many, 1 to 1000; 100 if not given")
            .parameter("after", "The `next` of the page before")
            .answers(listOf(SCHEDULE))
            .by(this::list),
        get("/api/schedules/{name}")
            .summary("One schedule")
            .role(VIEWER)
            .answers(SCHEDULE)
            .by(this::find),
        delete("/api/schedules/{name}")
            .summary("Remove a schedule with its history; its runs stay")
            .role(OPERATOR)
            .answers(Schema.object("deleted string"))
            .by(this::remove),
        post("/api/schedules/{name}/pause")
            .summary("Fire nothing from now on")
            .role(OPERATOR)
            .answers(SCHEDULE)
            .by(asked -> Answer.json(ScheduleViewJson.write(schedules.pause(name(asked))))),
        post("/api/schedules/{name}/resume")
            .summary("Go on with the next tick from now")
            .role(OPERATOR)
            .answers(SCHEDULE)
            .by(asked -> Answer.json(ScheduleViewJson.write(schedules.resume(name(asked))))),
        post("/api/schedules/{name}/trigger")
            .summary("Start a run now; the rhythm does not change")
            .role(OPERATOR)
            .answers(FIRE)
            .by(asked -> Answer.json(201, ScheduleViewJson.write(schedules.trigger(name(asked))))),
        get("/api/schedules/{name}/history")
            .summary("What a schedule did, newest first")
            .role(VIEWER)
            .parameter("limit", "At most so many, 1 to 1000; 100 if not given")
            .parameter("after", "The `next` of the page before")
            .answers(listOf(FIRE))
            .by(this::history),
        get("/api/schedules/{name}/next")
            .summary("When a schedule fires next")
            .role(VIEWER)
            .parameter("count", "How many, 1 to 1000; 10 if not given")
            .answers(listOf(NEXT))
            .by(this::next));
  }

  private Answer put(Request asked) {
    Schedules.Applied applied =
        schedules.put(ScheduleJson.read(asked.json(), asked.caller().tenant()));
    int status = applied.change() == Schedules.Change.CREATED ? 201 : 200;
    return Answer.json(status, ScheduleViewJson.write(applied));
  }

  private Answer list(Request asked) {
    int limit = number(asked, "limit", USUAL_PAGE);
    return Answer.json(
        Listing.page(
            schedules.list(asked.parameter("after").orElse(""), limit),
            limit,
            ScheduleViewJson::write,
            schedule -> schedule.name()));
  }

  private Answer find(Request asked) {
    return schedules
        .find(name(asked))
        .map(schedule -> Answer.json(ScheduleViewJson.write(schedule)))
        .orElseThrow(
            () ->
                Problem.of(CoreError.NOT_FOUND, "there is no schedule '%s'".formatted(name(asked)))
                    .next("GET /api/schedules lists what there is")
                    .exception());
  }

  private Answer remove(Request asked) {
    schedules.delete(name(asked));
    return Answer.json(Json.object().put("deleted", name(asked)));
  }

  private Answer history(Request asked) {
    int limit = number(asked, "limit", USUAL_PAGE);
    List<Fire> fires = schedules.history(name(asked), before(asked), limit);
    return Answer.json(
        Listing.page(fires, limit, ScheduleViewJson::write, fire -> fire.time().toString()));
  }

  private Answer next(Request asked) {
    List<Instant> times = schedules.next(name(asked), number(asked, "count", 10));
    return Answer.json(Listing.whole(times, time -> Json.object().put("time", time.toString())));
  }

  private static String name(Request asked) {
    return asked.part("name");
  }

  private static @Nullable Instant before(Request asked) {
    try {
      return asked
          .parameter("after")
          .filter(text -> !text.isEmpty())
          .map(Instant::parse)
          .orElse(null);
    } catch (DateTimeException e) {
      throw wrong("after", "a time such as 2030-01-31T12:00:00Z");
    }
  }

  private static int number(Request asked, String name, int fallback) {
    String text = asked.parameter(name).orElse("");
    if (text.isEmpty()) {
      return fallback;
    }
    try {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= LARGEST_PAGE) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw wrong(name, "a whole number from 1 to " + LARGEST_PAGE);
  }

  private static RuntimeException wrong(String name, String wanted) {
    return Problem.of(CoreError.INVALID_INPUT, "'%s' must be %s".formatted(name, wanted))
        .field(name)
        .exception();
  }
}
