package dev.tidemill.sql.arrow;

import dev.tidemill.sql.SqlColumn;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes one part of a table. An instance writes once; {@link #cancel} may come from any thread.
 */
public interface ChunkWriter {

  /**
   * Writes all rows of the source. The file appears whole, with its schema even when there are no
   * rows, or not at all. An error of the source is thrown as it is. Blocks a platform thread.
   */
  Written write(List<SqlColumn> columns, RowSource rows, Path file);

  /** Ends writing soon; {@link #write} throws. Before it began, it will not begin. */
  void cancel();

  /**
   * What was written.
   *
   * @param rows as sent and as the file's footer says: both agree
   * @param sha256 of the bytes that were meant to be written, in hex
   */
  record Written(long rows, long bytes, String sha256) {}
}
