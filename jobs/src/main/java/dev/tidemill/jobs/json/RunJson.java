package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Tally;

/** Runs. */
public final class RunJson {
  private RunJson() {}

  public static ObjectNode write(RunView run) {
    ObjectNode node =
        Json.object()
            .put("id", run.id().toString())
            .put("tenant", run.tenant())
            .put("kind", run.kind())
            .put("status", run.status().word())
            .put("on_job_failure", run.onJobFailure().word());
    node.set("tally", tally(run.tally()));
    node.set("spec", Json.embed(run.spec()));
    node.set("error", Json.embed(run.error()));
    return node.put("created_at", Times.text(run.createdAt()))
        .put("started_at", Times.text(run.startedAt()))
        .put("ended_at", Times.text(run.endedAt()));
  }

  public static RunView read(Fields run) {
    String spec = Json.text(run.value("spec"));
    return new RunView(
        RunId.parse(run.text("id")),
        run.text("tenant"),
        run.text("kind"),
        run.word("status", RunStatus.class),
        run.word("on_job_failure", OnJobFailure.class),
        tally(run.object("tally")),
        spec == null ? "null" : spec,
        Json.text(run.value("error")),
        run.instant("created_at"),
        run.instantOrNull("started_at"),
        run.instantOrNull("ended_at"));
  }

  public static ObjectNode write(Submitted submitted) {
    return Json.object()
        .put("run_id", submitted.run().toString())
        .put("existed", submitted.existed());
  }

  public static Submitted readSubmitted(Fields submitted) {
    return new Submitted(RunId.parse(submitted.text("run_id")), submitted.flag("existed"));
  }

  private static ObjectNode tally(Tally tally) {
    return Json.object()
        .put("plans", tally.plans())
        .put("plans_done", tally.plansDone())
        .put("chunks", tally.chunks())
        .put("chunks_done", tally.chunksDone())
        .put("execs", tally.execs())
        .put("execs_done", tally.execsDone())
        .put("failed", tally.failed())
        .put("cancelled", tally.cancelled());
  }

  private static Tally tally(Fields tally) {
    return new Tally(
        count(tally, "plans"),
        count(tally, "plans_done"),
        count(tally, "chunks"),
        count(tally, "chunks_done"),
        count(tally, "execs"),
        count(tally, "execs_done"),
        count(tally, "failed"),
        count(tally, "cancelled"));
  }

  private static int count(Fields tally, String name) {
    return Math.toIntExact(tally.number(name, 0, Integer.MAX_VALUE));
  }
}
