package dev.tidemill.cli.node;

import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.StoreFolder;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.Fleet;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.JobUpkeep;
import dev.tidemill.jobs.JobsConfig;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.HttpFleet;
import dev.tidemill.jobs.http.HttpJobIntake;
import dev.tidemill.jobs.http.HttpJobLeases;
import dev.tidemill.jobs.http.HttpPermits;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.jobs.permit.InProcessPermits;
import dev.tidemill.jobs.permit.Permits;
import dev.tidemill.jobs.permit.PermitsFactory;
import dev.tidemill.jobs.permit.RingBoth;
import dev.tidemill.jobs.permit.RingWhenDue;
import dev.tidemill.jobs.store.Migrations;
import dev.tidemill.jobs.store.SqlFleet;
import dev.tidemill.jobs.store.SqlJobIntake;
import dev.tidemill.jobs.store.SqlJobLeases;
import dev.tidemill.jobs.store.SqlJobUpkeep;
import dev.tidemill.jobs.store.SqlOutputSweep;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.jobs.upkeep.OutputSweep;
import dev.tidemill.scale.Scaling;
import dev.tidemill.scale.http.HttpScaling;
import dev.tidemill.schedule.Schedules;
import dev.tidemill.schedule.http.HttpSchedules;
import dev.tidemill.schedule.store.SqlSchedules;
import java.util.Optional;

/**
 * The seams of the durable path, over a database or over a server that has one.
 *
 * @param database where this process has one itself
 * @param transactions only there
 * @param upkeep only there
 * @param permits for a worker of this process
 * @param permitsForOthers for workers that ask this process
 * @param where for people
 */
public record Seams(
    JobIntake intake,
    JobLeases leases,
    Fleet fleet,
    Optional<Store> database,
    Schedules schedules,
    Scaling scaling,
    Optional<StoreTransactions> transactions,
    Optional<JobUpkeep> upkeep,
    OutputSweep sweep,
    Permits permits,
    Permits permitsForOthers,
    Runnable ping,
    String where,
    AutoCloseable closing)
    implements AutoCloseable {

  private static final int LEAST_CONNECTIONS = 4;

  /** The same seams whatever is behind them: a worker does not know where its jobs come from. */
  public static Seams open(Settings settings, TimeSource time, Migrate migrate) {
    return open(settings, time, migrate, false);
  }

  /**
   * @param forOthers workers will ask this process for hints, so it listens for them too
   */
  static Seams open(Settings settings, TimeSource time, Migrate migrate, boolean forOthers) {
    return settings.storeIsServer()
        ? overServer(
            ServerAddress.parse(
                settings.config().get(JobsConfig.STORE),
                settings.config().find(Settings.TOKEN).orElse(null)),
            time)
        : overDatabase(settings, time, migrate, forOthers);
  }

  /** Who may change the schema. */
  public enum Migrate {
    YES,
    NO
  }

  public static Seams overServer(ServerAddress server, TimeSource time) {
    var leases = new HttpJobLeases(server, Codes.ALL, CallLimits.DEFAULT);
    var intake = new HttpJobIntake(server, Codes.ALL, CallLimits.DEFAULT);
    var permits = new HttpPermits(server, Codes.ALL, CallLimits.DEFAULT, time);
    return new Seams(
        intake,
        leases,
        new HttpFleet(server, Codes.ALL, CallLimits.DEFAULT),
        Optional.empty(),
        new HttpSchedules(server, Codes.ALL, CallLimits.DEFAULT),
        new HttpScaling(server, Codes.ALL, CallLimits.DEFAULT),
        Optional.empty(),
        Optional.empty(),
        OutputSweep.NONE,
        permits,
        permits,
        permits::ping,
        server.toString(),
        permits);
  }

  private static Seams overDatabase(
      Settings settings, TimeSource time, Migrate migrate, boolean forOthers) {
    StoreUrl url = settings.store();
    StoreFolder.make(url);
    int slots = Slots.of(settings.config());
    Store store = Store.open(url, StoreClock.DATABASE, Math.max(LEAST_CONNECTIONS, slots / 2));
    try {
      var migrations = new Migrations(store);
      if (migrate == Migrate.YES || url.embedded()) {
        migrations.migrate();
      } else {
        migrations.requireUsable();
      }
      Permits own = PermitsFactory.open(settings.queue(), url, time);
      Permits others = forOthers ? PermitsFactory.open(settings.queue(), url, time) : own;
      // In one process a ring must reach both; a broker tells all who listen by itself.
      boolean local = forOthers && own instanceof InProcessPermits;
      Permits permits = local ? new RingBoth(own, others) : own;
      Wakeups wakeups = new RingWhenDue(permits, time);
      var transactions = new StoreTransactions(store, wakeups);
      return new Seams(
          new SqlJobIntake(store, settings.config().get(JobsConfig.MAX_PENDING), wakeups),
          new SqlJobLeases(store, time, wakeups),
          new SqlFleet(store),
          Optional.of(store),
          new SqlSchedules(transactions, RunSpec.DEFAULT_TENANT),
          ScaleParts.scaling(settings.config(), store, transactions, time),
          Optional.of(transactions),
          Optional.of(
              new SqlJobUpkeep(
                  store, time, settings.config().get(JobsConfig.UPKEEP_EVERY), wakeups)),
          new SqlOutputSweep(store, new ObjectsWhenUsed(settings::openObjects, time)),
          permits,
          local ? new RingBoth(others, own) : others,
          store::ping,
          url.toString(),
          () -> {
            own.close();
            others.close();
            store.close();
          });
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  @Override
  public void close() {
    try {
      closing.close();
    } catch (Exception e) {
      throw new IllegalStateException("the store could not be closed", e);
    }
  }
}
