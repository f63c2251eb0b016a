package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.Settlement;

/** How executions ended. */
public final class SettlementJson {
  private SettlementJson() {}

  public static ObjectNode write(Settlement settlement) {
    ObjectNode node = ClaimJson.write(settlement.claim()).put("outcome", settlement.outcome());
    switch (settlement) {
      case Settlement.Completed done -> {
        node.set("outputs", Json.array(done.outputs().stream().map(OutputJson::write).toList()));
        node.set("children", Json.array(done.children().stream().map(JobSpecJson::write).toList()));
        node.put("result_text", done.result());
      }
      case Settlement.Parked parked ->
          node.put("delay_seconds", Times.seconds(parked.delay()))
              .put("checkpoint_text", parked.checkpoint());
      case Settlement.Failed failed -> {
        node.set("problem", write(failed.problem()));
        node.put("retryable", failed.retryable())
            .put("delay_seconds", Times.seconds(failed.delay()));
      }
      case Settlement.Restaged restaged -> {
        node.set("problem", write(restaged.problem()));
        node.put("delay_seconds", Times.seconds(restaged.delay()));
      }
      case Settlement.HandedBack back -> node.put("checkpoint_text", back.checkpoint());
      case Settlement.Stopped stopped -> {}
    }
    return node;
  }

  public static Settlement read(Fields settlement) {
    Claim claim = ClaimJson.readClaim(settlement);
    String outcome = settlement.text("outcome");
    return switch (outcome) {
      case "completed" ->
          new Settlement.Completed(
              claim,
              settlement.objects("outputs").stream().map(OutputJson::readOutput).toList(),
              settlement.objects("children").stream()
                  .map(child -> JobSpecJson.read(child, JobSpecJson.Defaults.NONE))
                  .toList(),
              settlement.textOrNull("result_text"));
      case "parked" ->
          new Settlement.Parked(
              claim, settlement.seconds("delay_seconds"), settlement.text("checkpoint_text"));
      case "failed" ->
          new Settlement.Failed(
              claim,
              problem(settlement.object("problem")),
              settlement.flag("retryable"),
              settlement.seconds("delay_seconds"));
      case "restaged" ->
          new Settlement.Restaged(
              claim, problem(settlement.object("problem")), settlement.seconds("delay_seconds"));
      case "handed_back" ->
          new Settlement.HandedBack(claim, settlement.textOrNull("checkpoint_text"));
      case "cancelled" -> new Settlement.Stopped(claim);
      default ->
          throw JobSpecJson.invalid(
              settlement.at("outcome"), "no execution ends as '%s'".formatted(outcome));
    };
  }

  private static ObjectNode write(Problem problem) {
    return ProblemJson.write(problem).put("type", Words.of(problem.code().type()));
  }

  /** The worker may know kinds of errors that this program does not: the name is what counts. */
  private static Problem problem(Fields problem) {
    var code =
        RemoteError.of(
            problem.text("code"), problem.word("type", ErrorType.class, ErrorType.INTERNAL));
    return new Problem(
        code,
        problem.text("message"),
        problem.textOrNull("field"),
        problem.textOrNull("cause"),
        problem.textOrNull("next"));
  }
}
