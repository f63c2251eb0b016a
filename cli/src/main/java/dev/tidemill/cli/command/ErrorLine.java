package dev.tidemill.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** The error of a run or job in one line. */
final class ErrorLine {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int LONGEST = 100;

  private ErrorLine() {}

  /** All that is known of it, as an error of the command itself would be told. */
  static void print(PrintStream err, @Nullable String error) {
    if (error == null) {
      return;
    }
    try {
      JsonNode node = JSON.readTree(error);
      err.printf("error: %s (%s)%n", node.path("message").asText(), node.path("code").asText());
      for (String field : new String[] {"cause", "next"}) {
        if (node.hasNonNull(field)) {
          err.printf("%-6s %s%n", field + ":", node.path(field).asText());
        }
      }
    } catch (JsonProcessingException e) {
      err.println("error: " + error);
    }
  }

  static String of(@Nullable String error) {
    if (error == null) {
      return "-";
    }
    String text = error;
    try {
      JsonNode node = JSON.readTree(error);
      text = "%s (%s)".formatted(node.path("message").asText(), node.path("code").asText());
    } catch (JsonProcessingException e) {
      // Shown as it is.
    }
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }
}
