package dev.tidemill.reconcile.run;

import dev.tidemill.jobs.Documents;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Documents of one tenant and kind, for as long as a test lasts. */
final class MemoryDocuments implements Documents {
  private final Map<String, Document> all = new TreeMap<>();

  @Override
  public Document put(
      String tenant, String kind, String name, String body, @Nullable String sealed) {
    var document = new Document(kind, name, body, sealed, Instant.EPOCH);
    all.put(name, document);
    return document;
  }

  @Override
  public Optional<Document> find(String tenant, String kind, String name) {
    return Optional.ofNullable(all.get(name));
  }

  @Override
  public List<Document> list(String tenant, String kind, String after, int limit) {
    return List.copyOf(all.values());
  }

  @Override
  public boolean delete(String tenant, String kind, String name) {
    return all.remove(name) != null;
  }
}
