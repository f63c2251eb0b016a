package dev.tidemill.server.worker;

import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.Fleet;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.JobUpkeep;
import dev.tidemill.jobs.StoreUnderTest;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.HttpFleet;
import dev.tidemill.jobs.http.HttpJobIntake;
import dev.tidemill.jobs.http.HttpJobLeases;
import dev.tidemill.jobs.store.SqlFleet;
import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.TestStores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A database whose jobs are reached over HTTP; upkeep, which is where a database is, is not. */
public final class HttpStoreUnderTest implements StoreUnderTest {
  private final SqlStoreUnderTest sql;
  private final JobsServer server;
  private final HttpJobIntake intake;
  private final HttpJobLeases leases;
  private final HttpFleet fleet;

  public HttpStoreUnderTest(SimulatedTime time) {
    sql = TestStores.sqlite(time);
    server = JobsServer.start(seams(sql));
    intake = new HttpJobIntake(server.address(), JobsServer.CODES, CallLimits.DEFAULT);
    leases = new HttpJobLeases(server.address(), JobsServer.CODES, CallLimits.DEFAULT);
    fleet = new HttpFleet(server.address(), JobsServer.CODES, CallLimits.DEFAULT);
  }

  public static JobsServer.Seams seams(SqlStoreUnderTest sql) {
    return new JobsServer.Seams(
        sql.intake(), sql.leases(), new SqlFleet(sql.store()), sql.store()::ping);
  }

  @Override
  public Fleet fleet() {
    return fleet;
  }

  @Override
  public JobIntake intake() {
    return intake;
  }

  @Override
  public JobLeases leases() {
    return leases;
  }

  @Override
  public JobUpkeep upkeep() {
    return sql.upkeep();
  }

  @Override
  public JobUpkeep newUpkeep() {
    return sql.newUpkeep();
  }

  @Override
  public List<Map<String, Object>> rows(String table) {
    return sql.rows(table);
  }

  @Override
  public void set(String table, String column, @Nullable Object value) {
    sql.set(table, column, value);
  }

  @Override
  public void set(String table, long id, String column, @Nullable Object value) {
    sql.set(table, id, column, value);
  }

  @Override
  public void away(boolean away) {
    sql.away(away);
  }

  @Override
  public void spoil(RunId run) {
    sql.spoil(run);
  }

  @Override
  public void need(@Nullable RunId run) {
    sql.need(run);
  }

  @Override
  public void postponeTurn(Duration by) {
    sql.postponeTurn(by);
  }

  @Override
  public void wipe() {
    sql.wipe();
  }

  @Override
  public void close() {
    intake.close();
    leases.close();
    fleet.close();
    server.close();
    sql.close();
  }
}
