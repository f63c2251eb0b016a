package dev.tidemill.jobs;

/** One database with the seams on it. */
public interface StoreUnderTest extends AutoCloseable {

  JobIntake intake();

  JobLeases leases();

  JobUpkeep upkeep();

  Fleet fleet();

  /** Another process on the same database: its upkeep has seen nothing yet. */
  JobUpkeep newUpkeep();

  /** A statement that changes rows, for what only a test may do. */
  int execute(String sql);

  /** The first column of the first row. */
  long number(String sql);

  /** Empties all tables. */
  void wipe();

  @Override
  void close();
}
