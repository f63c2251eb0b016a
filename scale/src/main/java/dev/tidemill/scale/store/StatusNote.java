package dev.tidemill.scale.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.jobs.Documents;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.json.Json;
import java.time.Instant;
import java.util.Optional;

/** What the leader last told of its adapters, where others can read it. */
public final class StatusNote {
  private static final String KIND = "scale";
  private static final String NAME = "status";

  private final Documents documents;

  public StatusNote(Documents documents) {
    this.documents = documents;
  }

  /** What was told, and when by the store's clock. */
  record Told(ObjectNode status, Instant at) {}

  public void put(ObjectNode status) {
    documents.put(RunSpec.DEFAULT_TENANT, KIND, NAME, Json.write(status), null);
  }

  /** Whether an adapter that the controller hears starts workers for exactly these capabilities. */
  public boolean serves(String capabilities) {
    return find().filter(told -> serves(told.status(), capabilities)).isPresent();
  }

  private static boolean serves(ObjectNode status, String capabilities) {
    for (JsonNode adapter : status.path("adapters")) {
      if (adapter.path("connected").asBoolean()
          && adapter.path("max_groups").asInt() > 0
          && adapter.path("capabilities").asText().equals(capabilities)) {
        return true;
      }
    }
    return false;
  }

  Optional<Told> find() {
    return documents
        .find(RunSpec.DEFAULT_TENANT, KIND, NAME)
        .map(found -> new Told(Json.readObject(found.body()), found.updatedAt()));
  }
}
