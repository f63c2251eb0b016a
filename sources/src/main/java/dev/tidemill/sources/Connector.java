package dev.tidemill.sources;

/**
 * Reads one kind of source. Thread-safe. Every error is a {@link
 * dev.tidemill.core.error.TidemillException} with a {@link SourceError}; a connector is right when
 * {@code ConnectorContract} says so.
 */
public interface Connector {

  /** As {@link SourceUri#scheme} says it. */
  String scheme();

  /** Looks at a source; everything read through the session is of one moment where it can be. */
  SourceSession open(SourceRequest request);

  /**
   * Reads a chunk with a connection of its own, as of an exported snapshot, or of now when the
   * snapshot is fuzzy. A snapshot that is gone is {@link SourceError#SOURCE_SNAPSHOT_LOST}.
   */
  ChunkRows read(SourceRequest request, Snapshot snapshot, Chunk chunk);
}
