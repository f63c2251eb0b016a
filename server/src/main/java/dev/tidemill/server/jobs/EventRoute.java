package dev.tidemill.server.jobs;

import static dev.tidemill.server.route.Schema.listOf;

import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.RunEvent;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.jobs.json.TraceJson;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Role;
import dev.tidemill.server.route.Route;
import java.time.Duration;
import java.util.List;

/**
 * What happens to a run: as a list, or live for those who accept {@code text/event-stream}.
 *
 * <p>The stream looks into the store every second, so it needs no messages and can be had from any
 * server. It goes on after Last-Event-ID, and ends with an event {@code end} when the run has; who
 * then asks for more gets 204, which tells a browser not to come back.
 */
final class EventRoute {
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int QUIET_LOOKS = 15;
  private static final int BATCH = 500;

  private final JobIntake intake;
  private final TimeSource time;

  EventRoute(JobIntake intake, TimeSource time) {
    this.intake = intake;
    this.time = time;
  }

  Route route() {
    return Route.get("/api/runs/{run}/events")
        .summary("What happened to a run, oldest first; live as text/event-stream")
        .role(Role.VIEWER)
        .parameter("limit", "At most so many, 1 to 1000; 100 if not given")
        .parameter("after", "The `next` of the page before, or the id of the last event seen")
        .answers(listOf(Shapes.EVENT))
        .by(
            request ->
                request.header("accept").orElse("").contains("text/event-stream")
                    ? live(new Asked(request))
                    : list(new Asked(request)));
  }

  private Answer list(Asked asked) {
    RunRoutes.require(intake, asked.run());
    List<RunEvent> events =
        intake.events(asked.run(), asked.number("after", 0, Long.MAX_VALUE, 0), asked.limit());
    return Answer.json(
        Listing.page(events, asked.limit(), TraceJson::write, event -> String.valueOf(event.id())));
  }

  private Answer live(Asked asked) {
    RunId run = asked.run();
    boolean ended = RunRoutes.require(intake, run).status().ended();
    long after = lastSeen(asked);
    if (ended && after > 0 && intake.events(run, after, 1).isEmpty()) {
      return Answer.text(204, "text/event-stream", "");
    }
    return Answer.stream("text/event-stream", sink -> follow(run, after, sink));
  }

  private void follow(RunId run, long after, Answer.Sink sink) throws Exception {
    long seen = after;
    int quiet = 0;
    while (!sink.stopping()) {
      // In this order: what happens between the two is seen in the next round.
      boolean ended = intake.find(run).map(view -> view.status().ended()).orElse(true);
      List<RunEvent> events = intake.events(run, seen, BATCH);
      for (RunEvent event : events) {
        sink.write(
            "id: %d\nevent: %s\ndata: %s\n\n"
                .formatted(event.id(), event.kind(), TraceJson.write(event)));
        seen = event.id();
      }
      if (ended && events.isEmpty()) {
        sink.write("event: end\ndata: {}\n\n");
        return;
      }
      quiet = events.isEmpty() ? quiet + 1 : 0;
      if (quiet == QUIET_LOOKS) {
        // A client that vanished without a word is noticed only by writing to it.
        sink.write(": still here\n\n");
        quiet = 0;
      }
      if (events.size() < BATCH && !ended) {
        time.sleep(LOOK);
      }
    }
  }

  private static long lastSeen(Asked asked) {
    String header = asked.request().header("last-event-id").orElse("");
    return header.matches("[0-9]{1,18}")
        ? Long.parseLong(header)
        : asked.number("after", 0, Long.MAX_VALUE, 0);
  }
}
