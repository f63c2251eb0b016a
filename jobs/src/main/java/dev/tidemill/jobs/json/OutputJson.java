package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.Output;
import dev.tidemill.jobs.SettledOutput;

/** Outputs. */
public final class OutputJson {
  private OutputJson() {}

  public static ObjectNode write(SettledOutput settled) {
    return write(settled.output())
        .put("job_id", settled.job().toString())
        .put("epoch", settled.epoch().value());
  }

  public static SettledOutput read(Fields settled) {
    return new SettledOutput(
        readOutput(settled), JobId.parse(settled.text("job_id")), TraceJson.epoch(settled));
  }

  static ObjectNode write(Output output) {
    return Json.object()
        .put("name", output.name())
        .put("object", output.object())
        .put("bytes", output.bytes())
        .put("rows", output.rows())
        .put("checksum", output.checksum());
  }

  static Output readOutput(Fields output) {
    return output.make(
        "name",
        () ->
            new Output(
                output.text("name"),
                output.text("object"),
                output.number("bytes", 0, Long.MAX_VALUE),
                output.number("rows", 0, Long.MAX_VALUE),
                output.text("checksum")));
  }
}
