package dev.tidemill.sources;

import dev.tidemill.sql.arrow.RowSink;
import dev.tidemill.sql.arrow.RowSource;
import java.util.List;

/** The rows of a chunk as they come. For one thread, but for {@link #cancel}. */
public interface ChunkRows extends RowSource, AutoCloseable {

  List<SourceColumn> columns();

  @Override
  boolean next(RowSink sink);

  /** Ends the query at the server, from any thread; reading then fails. */
  void cancel();

  @Override
  void close();
}
