package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.Waiting;
import dev.tidemill.jobs.WorkerView;
import dev.tidemill.jobs.state.WorkerStatus;

/** Workers, and what waits for them. */
public final class FleetJson {
  private FleetJson() {}

  public static ObjectNode write(WorkerView worker) {
    ObjectNode node =
        Json.object()
            .put("id", worker.id())
            .put("name", worker.name())
            .put("group", worker.group())
            .put("status", worker.status().word())
            .put("drain_requested", worker.drainRequested())
            .put("host", worker.host())
            .put("pid", worker.pid())
            .put("build", worker.build())
            .put("slots", worker.slots())
            .put("held", worker.held());
    node.set("capabilities", Json.texts(worker.capabilities()));
    node.set("types", Json.texts(worker.types()));
    node.put("lease_seconds", Times.seconds(worker.lease()))
        .put("started_at", Times.text(worker.startedAt()))
        .put("silent_seconds", Times.seconds(worker.silent()));
    node.set("doing", Json.embed(worker.doing()));
    return node;
  }

  public static WorkerView readWorker(Fields worker) {
    String doing = Json.text(worker.value("doing"));
    return new WorkerView(
        worker.number("id", 0, Long.MAX_VALUE),
        worker.text("name"),
        worker.textOrNull("group"),
        worker.word("status", WorkerStatus.class),
        worker.flag("drain_requested"),
        worker.text("host"),
        worker.number("pid", Long.MIN_VALUE, Long.MAX_VALUE),
        worker.text("build"),
        Math.toIntExact(worker.number("slots", Integer.MIN_VALUE, Integer.MAX_VALUE)),
        Math.toIntExact(worker.number("held", 0, Integer.MAX_VALUE)),
        worker.texts("capabilities"),
        worker.texts("types"),
        worker.seconds("lease_seconds"),
        worker.instant("started_at"),
        worker.seconds("silent_seconds"),
        doing == null ? "null" : doing);
  }

  public static ObjectNode write(Waiting waiting) {
    ObjectNode node =
        Json.object()
            .put("queue", waiting.queue().word())
            .put("type", waiting.type().name())
            .put("version", waiting.type().payloadVersion());
    node.set("requires", Json.texts(waiting.requires()));
    return node.put("jobs", waiting.jobs())
        .put("oldest_seconds", Times.seconds(waiting.oldest()))
        .put("known", waiting.known());
  }

  public static Waiting readWaiting(Fields waiting) {
    return new Waiting(
        waiting.word("queue", Queue.class),
        JobJson.type(waiting),
        waiting.texts("requires"),
        waiting.number("jobs", 0, Long.MAX_VALUE),
        waiting.seconds("oldest_seconds"),
        waiting.flag("known"));
  }
}
