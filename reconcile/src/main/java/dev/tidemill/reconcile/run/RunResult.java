package dev.tidemill.reconcile.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.reconcile.evidence.Summary;

/** What the matching job says of a run. */
final class RunResult {
  private static final JsonMapper JSON = new JsonMapper();

  private RunResult() {}

  static String json(Summary summary) {
    try {
      return JSON.writeValueAsString(summary.json());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("numbers and texts are always JSON", e);
    }
  }
}
