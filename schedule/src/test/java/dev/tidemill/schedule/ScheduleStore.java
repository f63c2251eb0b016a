package dev.tidemill.schedule;

import dev.tidemill.core.job.JobType;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.schedule.cron.Fired;
import dev.tidemill.schedule.cron.Firing;
import dev.tidemill.schedule.leader.Term;
import dev.tidemill.schedule.store.SqlFiring;
import dev.tidemill.schedule.store.SqlSchedules;
import dev.tidemill.schedule.timing.Timing;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** A database with schedules on it, whose clock the test moves. */
public final class ScheduleStore implements AutoCloseable {
  public static final RunSpec RUN =
      RunSpec.of("jobs", List.of(JobSpec.of(JobType.of("noop"), "{\"n\":1}")));

  public final SimulatedTime time = new SimulatedTime();
  public final SqlStoreUnderTest sql;
  public final StoreTransactions transactions;
  public final Schedules schedules;
  public final Firing firing;

  public ScheduleStore(Function<SimulatedTime, SqlStoreUnderTest> opening) {
    sql = opening.apply(time);
    transactions = new StoreTransactions(sql.store(), Wakeups.NONE);
    schedules = new SqlSchedules(transactions, RunSpec.DEFAULT_TENANT);
    firing = new SqlFiring(transactions);
  }

  public static ScheduleSpec spec(String name, Timing timing) {
    return ScheduleSpec.of(name, timing, RUN);
  }

  public Fired fire() {
    return firing.fire(new Term(1), 500);
  }

  /** Fires at each whole step, as a leader does. */
  public void pass(Duration whole, Duration step) {
    for (Duration at = Duration.ZERO; at.compareTo(whole) < 0; at = at.plus(step)) {
      time.advance(step);
      fire();
    }
  }

  /** All runs that there are end. */
  public void endRuns() {
    sql.execute("UPDATE runs SET status = 'completed', ended_at = ${now} WHERE ended_at IS NULL");
  }

  @Override
  public void close() {
    sql.close();
  }
}
