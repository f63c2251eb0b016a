package dev.tidemill.jobs;

import dev.tidemill.core.job.RunId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One store with the seams on it, and what only a test may do to it. */
public interface StoreUnderTest extends AutoCloseable {

  JobIntake intake();

  JobLeases leases();

  JobUpkeep upkeep();

  Fleet fleet();

  /** Another process on the same database: its upkeep has seen nothing yet. */
  JobUpkeep newUpkeep();

  /** All rows of a table, oldest first: column to number or text, without those that are empty. */
  List<Map<String, Object>> rows(String table);

  /** How many rows of a table have these values. */
  default long count(String table, Map<String, Object> having) {
    return rows(table).stream()
        .filter(row -> row.entrySet().containsAll(having.entrySet()))
        .count();
  }

  default long count(String table) {
    return count(table, Map.of());
  }

  /** Changes a column of all rows, as no code path does. */
  void set(String table, String column, @Nullable Object value);

  /** Changes a column of one row. */
  void set(String table, long id, String column, @Nullable Object value);

  /** The store answers nothing that has to do with workers, or does so again. */
  void away(boolean away);

  /** Makes unreadable what waits behind the gate of a run. */
  void spoil(RunId run);

  /** Something outside needs the run, or, with null, nothing does any more. */
  void need(@Nullable RunId run);

  /** Moves the end of the current turn of upkeep, as a clock that was set back does. */
  void postponeTurn(Duration by);

  /** Empties all tables. */
  void wipe();

  @Override
  void close();
}
