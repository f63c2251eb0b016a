package dev.tidemill.sources.stage;

import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.proof.StagedColumn;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The payload of a chunk.
 *
 * @param columns as the plan saw them; a chunk that sees others fails
 */
public record StageChunk(
    StagePlan plan,
    int ordinal,
    Chunk chunk,
    Shared snapshot,
    List<StagedColumn> columns,
    long expectedRows) {

  /** A snapshot as JSON has it. */
  public record Shared(
      Snapshot.Kind kind, @Nullable String id, @Nullable String fingerprint, String moment) {

    static Shared of(Snapshot snapshot) {
      return new Shared(
          snapshot.kind(), snapshot.id(), snapshot.fingerprint(), snapshot.moment().toString());
    }

    Snapshot snapshot() {
      return new Snapshot(kind, id, fingerprint, Instant.parse(moment));
    }
  }
}
