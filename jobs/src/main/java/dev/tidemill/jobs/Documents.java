package dev.tidemill.jobs;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What people have named to use it again, by kind. Thread-safe; every call is one transaction. */
public interface Documents {

  /**
   * @param body JSON without secrets
   * @param sealed a secret that goes with it, sealed
   */
  record Document(
      String kind, String name, String body, @Nullable String sealed, Instant updatedAt) {}

  /** Creates or replaces. */
  Document put(String tenant, String kind, String name, String body, @Nullable String sealed);

  Optional<Document> find(String tenant, String kind, String name);

  /** In order of their names; {@code after} is the last one seen, or "". */
  List<Document> list(String tenant, String kind, String after, int limit);

  /** Whether there was one. */
  boolean delete(String tenant, String kind, String name);
}
