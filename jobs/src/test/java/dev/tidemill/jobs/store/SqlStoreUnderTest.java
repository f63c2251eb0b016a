package dev.tidemill.jobs.store;

import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.Fleet;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.JobUpkeep;
import dev.tidemill.jobs.StoreUnderTest;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A migrated database, its clock bound to the test's. */
public final class SqlStoreUnderTest implements StoreUnderTest {
  private static final List<String> TABLES =
      List.of(
          "job_log",
          "key_limits",
          "leases",
          "fires",
          "schedules",
          "attempts",
          "outputs",
          "run_events",
          "jobs",
          "runs",
          "workers");
  static final int CONNECTIONS = 16;

  /** Tables without ids. */
  private static final Map<String, String> ORDER =
      Map.of(
          "attempts", "job_id, epoch",
          "outputs", "run_id, name",
          "key_limits", "tenant, key",
          "fires", "schedule_id, fire_time",
          "leases", "name");

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

  /** Without a transaction and without the mapper: comparing stores asks for it all the time. */
  @Override
  public List<Map<String, Object>> rows(String table) {
    String sql = "SELECT * FROM %s ORDER BY %s".formatted(table, ORDER.getOrDefault(table, "id"));
    return store.autocommit(
        handle -> {
          try (var statement = handle.getConnection().prepareStatement(sql);
              ResultSet found = statement.executeQuery()) {
            var rows = new ArrayList<Map<String, Object>>();
            while (found.next()) {
              rows.add(row(found));
            }
            return rows;
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static Map<String, Object> row(ResultSet row) throws SQLException {
    var columns = new LinkedHashMap<String, Object>();
    ResultSetMetaData names = row.getMetaData();
    for (int i = 1; i <= names.getColumnCount(); i++) {
      Object value = row.getObject(i);
      if (value != null) {
        columns.put(
            names.getColumnName(i), value instanceof Number number ? number.longValue() : value);
      }
    }
    return columns;
  }

  @Override
  public void set(String table, String column, @Nullable Object value) {
    set(table, column, value, "");
  }

  @Override
  public void set(String table, long id, String column, @Nullable Object value) {
    set(table, column, value, " WHERE id = " + id);
  }

  private void set(String table, String column, @Nullable Object value, String where) {
    String text = value == null ? "NULL" : value instanceof String ? "'" + value + "'" : "" + value;
    execute("UPDATE %s SET %s = %s%s".formatted(table, column, text, where));
  }

  @Override
  public void away(boolean away) {
    execute(
        away
            ? "ALTER TABLE workers RENAME TO workers_away"
            : "ALTER TABLE workers_away RENAME TO workers");
  }

  @Override
  public void spoil(RunId run) {
    set("runs", run.value(), "next_jobs", "not json");
  }

  @Override
  public void need(@Nullable RunId run) {
    execute(
        run == null
            ? "DELETE FROM snapshots"
            : "INSERT INTO snapshots (mapping, run_id, base, created_at) VALUES ('m', %d, 'b', 0)"
                .formatted(run.value()));
  }

  @Override
  public void postponeTurn(Duration by) {
    execute("UPDATE leases SET expires_at = expires_at + " + StoreClock.micros(by));
  }

  /** A statement that changes rows. */
  public int execute(String sql) {
    return store.inTransaction(
        handle -> handle.createUpdate(store.statements().fill(sql)).execute());
  }

  /** The first column of the first row. */
  public long number(String sql) {
    return store.inTransaction(
        handle -> handle.createQuery(store.statements().fill(sql)).mapTo(Long.class).one());
  }

  @Override
  public void wipe() {
    store.inTransaction(
        handle -> {
          TABLES.forEach(table -> handle.createUpdate("DELETE FROM " + table).execute());
          return true;
        });
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
