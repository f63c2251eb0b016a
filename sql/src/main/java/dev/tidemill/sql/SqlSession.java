package dev.tidemill.sql;

import java.nio.file.Path;

/**
 * Work on attached inputs. For one thread, except {@link #cancel}; one reader may be open at a
 * time. Every error is a {@link dev.tidemill.core.error.TidemillException} with a {@link SqlError}.
 */
public interface SqlSession extends AutoCloseable {

  /** Makes files readable as a table of that name. Only before {@link #seal}. */
  void attach(String table, SqlInput input);

  /**
   * From now on nothing outside can be reached but the attached inputs and what {@link
   * #writeParquet} writes. Cannot be undone; sealing twice is sealing.
   */
  void seal();

  /** Runs a statement for its effect on the session. */
  void execute(String sql);

  /** Runs a query; a statement that gives no table is refused and not run. */
  RowReader query(String sql);

  /**
   * Writes a query's rows. The file appears whole, with its schema even when there are no rows, or
   * not at all; one of that name is replaced. Returns how many rows it holds.
   */
  long writeParquet(String sql, Path file, ParquetOptions options);

  /**
   * Ends the session's work soon, from any thread: what runs and whatever is tried later fails with
   * {@link SqlError#SQL_CANCELLED}. Returns when nothing runs any more.
   */
  void cancel();

  /** Forgets everything, also an open reader. Closing twice is closing. */
  @Override
  void close();
}
