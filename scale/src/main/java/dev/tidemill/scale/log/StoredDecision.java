package dev.tidemill.scale.log;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.scale.control.Decision;
import java.time.Instant;

/**
 * A decision of the record.
 *
 * @param at by the store's clock
 * @param words the story in a sentence
 */
public record StoredDecision(long id, Instant at, String words, Decision decision) {

  /** Adds all it was made from and all that came of it. */
  public ObjectNode json(ObjectNode to) {
    to.set("inputs", DecisionJson.inputs(decision));
    to.set("result", DecisionJson.result(decision));
    return to;
  }
}
