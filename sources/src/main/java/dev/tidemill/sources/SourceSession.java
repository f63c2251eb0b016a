package dev.tidemill.sources;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source held at one moment, until closed. Its snapshot can be joined while the session lives and
 * not a moment longer. Calls one at a time, but for {@link #alive} and {@link #close}.
 */
public interface SourceSession extends AutoCloseable {

  List<SourceColumn> columns();

  /** Empty when there is none. */
  List<String> primaryKey();

  /** How many rows there are about, filters applied; from statistics, never by counting. */
  long estimatedRows();

  Snapshot snapshot();

  /** The first rows as text; NULL is null. */
  List<List<@Nullable String>> preview(int rows);

  /** Cuts into about so many chunks, or fewer; never none. */
  List<Chunk> plan(int chunks);

  /** Reads through the session itself. One at a time, unless the snapshot is shared. */
  ChunkRows read(Chunk chunk);

  /** False once the source has ended the session; what was exported is lost then. */
  boolean alive();

  @Override
  void close();
}
