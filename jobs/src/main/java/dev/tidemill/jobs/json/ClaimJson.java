package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.state.Stage;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a worker asks for and gets. Payloads and checkpoints travel as the very text they are, not
 * embedded: a handler gets them to the letter.
 */
public final class ClaimJson {
  private static final int MOST_JOBS = 10_000;

  private ClaimJson() {}

  public static ObjectNode write(ClaimRequest request) {
    ObjectNode node = Json.object().put("queue", request.queue().word()).put("max", request.max());
    node.set(
        "types",
        Json.array(
            request.types().stream()
                .map(
                    type ->
                        Json.object()
                            .put("type", type.name())
                            .put("version", type.payloadVersion()))
                .toList()));
    node.set("capabilities", Json.texts(request.capabilities()));
    return node;
  }

  public static ClaimRequest readRequest(Fields request) {
    return new ClaimRequest(
        request.word("queue", Queue.class),
        Math.toIntExact(request.number("max", 1, MOST_JOBS)),
        request.objects("types").stream().map(JobJson::type).collect(Collectors.toSet()),
        new HashSet<>(request.texts("capabilities")));
  }

  public static ObjectNode write(Claim claim) {
    return Json.object()
        .put("job_id", claim.job().toString())
        .put("run_id", claim.run().toString())
        .put("epoch", claim.epoch().value());
  }

  public static Claim readClaim(Fields claim) {
    return new Claim(
        JobId.parse(claim.text("job_id")),
        RunId.parse(claim.text("run_id")),
        TraceJson.epoch(claim));
  }

  public static ObjectNode write(ClaimedJob job) {
    return write(job.claim())
        .put("stage", job.stage().word())
        .put("ordinal", job.ordinal())
        .put("type", job.type().name())
        .put("version", job.type().payloadVersion())
        .put("failures", job.failures())
        .put("max_attempts", job.maxAttempts())
        .put("timeout_seconds", Times.seconds(job.timeout()))
        .put("payload_text", job.payload())
        .put("checkpoint_text", job.checkpoint());
  }

  public static ClaimedJob readJob(Fields job) {
    Claim claim = readClaim(job);
    JobType type = JobJson.type(job);
    return new ClaimedJob(
        claim.job(),
        claim.run(),
        job.word("stage", Stage.class),
        Math.toIntExact(job.number("ordinal", 0, Integer.MAX_VALUE)),
        type,
        claim.epoch(),
        Math.toIntExact(job.number("failures", 0, Integer.MAX_VALUE)),
        Math.toIntExact(job.number("max_attempts", 0, Integer.MAX_VALUE)),
        job.seconds("timeout_seconds"),
        job.text("payload_text"),
        job.textOrNull("checkpoint_text"));
  }

  static List<Claim> readClaims(Fields fields, String name) {
    return fields.objects(name).stream().map(ClaimJson::readClaim).toList();
  }
}
