package dev.tidemill.jobs.store;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.Fleet;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.JobUpkeep;
import dev.tidemill.jobs.StoreUnderTest;
import java.time.Duration;
import java.util.List;

/** A migrated database, its clock bound to the test's. */
public final class SqlStoreUnderTest implements StoreUnderTest {
  private static final List<String> TABLES =
      List.of(
          "job_log",
          "key_limits",
          "leases",
          "attempts",
          "outputs",
          "run_events",
          "jobs",
          "runs",
          "workers");
  private static final int CONNECTIONS = 16;

  private final Store store;
  private final SimulatedTime time;
  private final AutoCloseable database;
  private final JobLeases leases;
  private JobUpkeep upkeep;

  public SqlStoreUnderTest(StoreUrl url, SimulatedTime time, AutoCloseable database) {
    this.store = Store.open(url, StoreClock.bound(time), CONNECTIONS);
    this.time = time;
    this.leases = new SqlJobLeases(store, time);
    this.database = database;
    this.upkeep = newUpkeep();
    new Migrations(store).migrate();
  }

  public Store store() {
    return store;
  }

  @Override
  public JobIntake intake() {
    return new SqlJobIntake(store);
  }

  @Override
  public JobLeases leases() {
    return leases;
  }

  @Override
  public JobUpkeep upkeep() {
    return upkeep;
  }

  @Override
  public Fleet fleet() {
    return new SqlFleet(store);
  }

  @Override
  public JobUpkeep newUpkeep() {
    return new SqlJobUpkeep(store, time, Duration.ofSeconds(5));
  }

  @Override
  public int execute(String sql) {
    return store.inTransaction(
        handle -> handle.createUpdate(store.statements().fill(sql)).execute());
  }

  @Override
  public long number(String sql) {
    return store.inTransaction(
        handle -> handle.createQuery(store.statements().fill(sql)).mapTo(Long.class).one());
  }

  @Override
  public void wipe() {
    TABLES.forEach(table -> execute("DELETE FROM " + table));
    upkeep = newUpkeep();
  }

  @Override
  public void close() {
    store.close();
    try {
      database.close();
    } catch (Exception e) {
      throw new IllegalStateException("the test's database could not be removed", e);
    }
  }
}
