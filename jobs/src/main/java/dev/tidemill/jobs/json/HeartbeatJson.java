package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.JobLines;
import dev.tidemill.jobs.state.WorkerStatus;
import java.util.List;
import java.util.stream.Collectors;

/** Signs of life, and the lines that jobs leave. */
public final class HeartbeatJson {
  private HeartbeatJson() {}

  public static ObjectNode write(Heartbeat beat) {
    ObjectNode node = Json.object().put("status", beat.status().word());
    node.set("held", claims(beat.held()));
    node.set("looking", Json.array(beat.looking().stream().map(ClaimJson::write).toList()));
    return node.put("doing_text", beat.doing());
  }

  public static Heartbeat read(Fields beat) {
    return new Heartbeat(
        beat.word("status", WorkerStatus.class),
        ClaimJson.readClaims(beat, "held"),
        beat.objects("looking").stream().map(ClaimJson::readRequest).toList(),
        beat.text("doing_text", "[]"));
  }

  public static ObjectNode write(HeartbeatAnswer answer) {
    ObjectNode node =
        Json.object().put("lease_lost", answer.leaseLost()).put("drain", answer.drain());
    node.set("lost", claims(answer.lost()));
    node.set("cancel", claims(answer.cancel()));
    node.set("stray", claims(answer.stray()));
    node.set("due", Json.texts(answer.due().stream().map(Queue::word).sorted().toList()));
    return node.put("upkeep_due", answer.upkeepDue());
  }

  public static HeartbeatAnswer readAnswer(Fields answer) {
    return new HeartbeatAnswer(
        answer.flag("lease_lost"),
        answer.flag("drain"),
        ClaimJson.readClaims(answer, "lost"),
        ClaimJson.readClaims(answer, "cancel"),
        ClaimJson.readClaims(answer, "stray"),
        answer.texts("due").stream()
            .map(word -> Words.parse(Queue.class, "due", word))
            .collect(Collectors.toSet()),
        answer.flag("upkeep_due"));
  }

  public static ObjectNode write(JobLines lines) {
    ObjectNode node = ClaimJson.write(lines.claim());
    node.set("lines", Json.texts(lines.lines()));
    return node;
  }

  public static JobLines readLines(Fields lines) {
    return new JobLines(ClaimJson.readClaim(lines), lines.texts("lines"));
  }

  private static ArrayNode claims(List<Claim> claims) {
    return Json.array(claims.stream().map(ClaimJson::write).toList());
  }
}
