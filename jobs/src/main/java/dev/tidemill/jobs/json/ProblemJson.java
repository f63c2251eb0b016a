package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.Problem;
import org.jspecify.annotations.Nullable;

/** An error as the API tells it: {@code {code, message, field, cause, next}}, always all five. */
public final class ProblemJson {
  private ProblemJson() {}

  public static ObjectNode write(Problem problem) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("code", problem.code().name())
        .put("message", problem.message())
        .put("field", problem.field())
        .put("cause", problem.cause())
        .put("next", problem.next());
  }

  public static Problem read(JsonNode node, ErrorCode code) {
    return new Problem(
        code,
        node.path("message").asText(""),
        text(node, "field"),
        text(node, "cause"),
        text(node, "next"));
  }

  private static @Nullable String text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    return value.isTextual() ? value.asText() : null;
  }
}
