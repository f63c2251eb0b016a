package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.StagedJob;
import dev.tidemill.jobs.Staging;

/** What a run's staging came to. */
public final class StagingJson {
  private StagingJson() {}

  public static ObjectNode write(Staging staging) {
    ObjectNode node = Json.object().put("over", staging.over());
    ArrayNode jobs = node.putArray("jobs");
    for (StagedJob job : staging.jobs()) {
      ObjectNode each =
          jobs.addObject()
              .put("id", job.id().toString())
              .put("type", job.type().name())
              .put("version", job.type().payloadVersion())
              .put("payload_text", job.payload())
              .put("result_text", job.result());
      ArrayNode outputs = each.putArray("outputs");
      job.outputs().forEach(output -> outputs.add(OutputJson.write(output)));
    }
    return node;
  }

  public static Staging read(Fields staging) {
    return new Staging(
        staging.flag("over"),
        staging.objects("jobs").stream()
            .map(
                job ->
                    new StagedJob(
                        JobId.parse(job.text("id")),
                        JobJson.type(job),
                        job.text("payload_text"),
                        job.textOrNull("result_text"),
                        job.objects("outputs").stream().map(OutputJson::readOutput).toList()))
            .toList());
  }
}
