package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Attempt;
import dev.tidemill.jobs.LogLine;
import dev.tidemill.jobs.RunEvent;

/** What runs and jobs leave behind: events, attempts, log lines. */
public final class TraceJson {
  private TraceJson() {}

  public static ObjectNode write(RunEvent event) {
    ObjectNode node =
        Json.object()
            .put("id", event.id())
            .put("run_id", event.run().toString())
            .put("job_id", event.job() == null ? null : event.job().toString())
            .put("at", Times.text(event.at()))
            .put("kind", event.kind());
    node.set("detail", Json.embed(event.detail()));
    return node;
  }

  public static RunEvent readEvent(Fields event) {
    String job = event.textOrNull("job_id");
    String detail = Json.text(event.value("detail"));
    return new RunEvent(
        event.number("id", 0, Long.MAX_VALUE),
        RunId.parse(event.text("run_id")),
        job == null ? null : JobId.parse(job),
        event.instant("at"),
        event.text("kind"),
        detail == null ? "null" : detail);
  }

  public static ObjectNode write(Attempt attempt) {
    ObjectNode node =
        Json.object()
            .put("job_id", attempt.job().toString())
            .put("epoch", attempt.epoch().value())
            .put("worker", attempt.worker())
            .put("claimed_at", Times.text(attempt.claimedAt()))
            .put("ended_at", Times.text(attempt.endedAt()))
            .put("outcome", attempt.outcome());
    node.set("error", Json.embed(attempt.error()));
    return node;
  }

  public static Attempt readAttempt(Fields attempt) {
    return new Attempt(
        JobId.parse(attempt.text("job_id")),
        epoch(attempt),
        attempt.text("worker"),
        attempt.instant("claimed_at"),
        attempt.instant("ended_at"),
        attempt.text("outcome"),
        Json.text(attempt.value("error")));
  }

  public static ObjectNode write(LogLine line) {
    return Json.object()
        .put("id", line.id())
        .put("epoch", line.epoch().value())
        .put("at", Times.text(line.at()))
        .put("line", line.line());
  }

  public static LogLine readLine(Fields line) {
    return new LogLine(
        line.number("id", 0, Long.MAX_VALUE), epoch(line), line.instant("at"), line.text("line"));
  }

  static Epoch epoch(Fields fields) {
    return new Epoch(fields.number("epoch", 0, Long.MAX_VALUE));
  }
}
