package dev.tidemill.jobs.model;

import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.Fleet;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.JobUpkeep;
import dev.tidemill.jobs.StoreUnderTest;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.store.StoreClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The model, behind one lock: one call at a time is what makes it easy to believe. */
public final class ModelStoreUnderTest implements StoreUnderTest {
  private final ReentrantLock lock = new ReentrantLock();
  private final SimulatedTime time;
  private final Wakeups wakeups;
  private ModelTables tables;
  private JobUpkeep upkeep;

  public ModelStoreUnderTest(SimulatedTime time) {
    this(time, Wakeups.NONE);
  }

  public ModelStoreUnderTest(SimulatedTime time, Wakeups wakeups) {
    this.time = time;
    this.wakeups = wakeups;
    this.tables = new ModelTables(time, wakeups);
    this.upkeep = newUpkeep();
  }

  @Override
  public JobIntake intake() {
    return oneAtATime(JobIntake.class, new ModelIntake(tables));
  }

  @Override
  public JobLeases leases() {
    return oneAtATime(JobLeases.class, new ModelLeases(tables));
  }

  @Override
  public JobUpkeep upkeep() {
    return upkeep;
  }

  @Override
  public Fleet fleet() {
    return oneAtATime(Fleet.class, new ModelFleet(tables));
  }

  @Override
  public JobUpkeep newUpkeep() {
    return oneAtATime(JobUpkeep.class, new ModelUpkeep(tables, Duration.ofSeconds(5)));
  }

  @Override
  public List<Map<String, Object>> rows(String table) {
    return table(table).stream().map(ModelRow::columns).toList();
  }

  @Override
  public void set(String table, String column, @Nullable Object value) {
    table(table).forEach(row -> row.set(column, value));
  }

  @Override
  public void set(String table, long id, String column, @Nullable Object value) {
    table(table).stream()
        .filter(row -> row.columns().get("id") instanceof Long number && number == id)
        .forEach(row -> row.set(column, value));
  }

  @Override
  public void away(boolean away) {
    tables.away = away;
  }

  @Override
  public void spoil(RunId run) {
    tables.run(run.value()).orElseThrow().spoilt = true;
  }

  @Override
  public void need(@Nullable RunId run) {
    if (run == null) {
      tables.needed.clear();
    } else {
      tables.needed.add(run.value());
    }
  }

  @Override
  public void postponeTurn(Duration by) {
    if (tables.turnEnds != null) {
      tables.turnEnds += StoreClock.micros(by);
    }
  }

  @Override
  public void wipe() {
    tables = new ModelTables(time, wakeups);
    upkeep = newUpkeep();
  }

  @Override
  public void close() {
    // It was never anywhere but here.
  }

  private List<? extends ModelRow> table(String name) {
    return switch (name) {
      case "runs" -> tables.runs;
      case "jobs" -> tables.jobs;
      case "attempts" -> tables.attempts;
      case "outputs" -> tables.outputs;
      case "run_events" -> tables.events;
      case "job_log" -> tables.lines;
      case "key_limits" -> tables.limits;
      case "workers" -> tables.workers;
      default -> throw new IllegalArgumentException("no table " + name);
    };
  }

  private <T> T oneAtATime(Class<T> seam, T real) {
    return seam.cast(
        Proxy.newProxyInstance(
            seam.getClassLoader(),
            new Class<?>[] {seam},
            (proxy, method, arguments) -> {
              lock.lock();
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              } finally {
                lock.unlock();
              }
            }));
  }
}
