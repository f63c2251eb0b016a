package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.Stage;

/** Jobs. A job in a list comes without its payload. */
public final class JobJson {
  private JobJson() {}

  public static ObjectNode write(JobView job) {
    ObjectNode node =
        Json.object()
            .put("id", job.id().toString())
            .put("run_id", job.run().toString())
            .put("stage", job.stage().word())
            .put("ordinal", job.ordinal())
            .put("type", job.type().name())
            .put("version", job.type().payloadVersion())
            .put("queue", job.queue().word())
            .put("status", job.status().word())
            .put("epoch", job.epoch().value())
            .put("failures", job.failures())
            .put("max_attempts", job.maxAttempts())
            .put("timeout_seconds", job.timeoutSeconds())
            .put("priority", job.priority())
            .put("key", job.key());
    node.set("requires", Json.texts(job.requires()));
    node.put("cancel_requested", job.cancelRequested())
        .put("created_at", Times.text(job.createdAt()))
        .put("not_before", Times.text(job.notBefore()))
        .put("claimed_at", Times.text(job.claimedAt()))
        .put("ended_at", Times.text(job.endedAt()))
        .put("worker", job.worker());
    node.set("checkpoint", Json.embedObject(job.checkpoint()));
    if (job.payload() != null) {
      node.set("payload", Json.embed(job.payload()));
    }
    node.set("result", Json.embed(job.result()));
    node.set("error", Json.embed(job.error()));
    return node;
  }

  public static JobView read(Fields job) {
    return new JobView(
        JobId.parse(job.text("id")),
        RunId.parse(job.text("run_id")),
        job.word("stage", Stage.class),
        whole(job, "ordinal"),
        type(job),
        job.word("queue", Queue.class),
        job.word("status", JobStatus.class),
        new Epoch(job.number("epoch", 0, Long.MAX_VALUE)),
        whole(job, "failures"),
        whole(job, "max_attempts"),
        job.number("timeout_seconds", 0, Long.MAX_VALUE),
        whole(job, "priority"),
        job.textOrNull("key"),
        job.texts("requires"),
        job.flag("cancel_requested"),
        job.instant("created_at"),
        job.instant("not_before"),
        job.instantOrNull("claimed_at"),
        job.instantOrNull("ended_at"),
        job.textOrNull("worker"),
        Json.freeText(job.value("checkpoint")),
        Json.text(job.value("payload")),
        Json.text(job.value("result")),
        Json.text(job.value("error")));
  }

  static JobType type(Fields fields) {
    return fields.make(
        "type",
        () -> new JobType(fields.text("type"), fields.number("version", 1, Integer.MAX_VALUE, 1)));
  }

  private static int whole(Fields job, String name) {
    return Math.toIntExact(job.number(name, Integer.MIN_VALUE, Integer.MAX_VALUE));
  }
}
