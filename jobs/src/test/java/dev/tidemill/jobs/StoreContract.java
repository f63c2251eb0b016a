package dev.tidemill.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SimulatedTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * A store under test, whose clock the test moves. Subclasses name the database; suites say what
 * every database must do.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class StoreContract {
  protected static final JobType TYPE = JobType.of("work");
  protected static final Duration LEASE = Duration.ofSeconds(15);
  protected static final Duration UPKEEP_INTERVAL = Duration.ofSeconds(5);

  protected final SimulatedTime time = new SimulatedTime();
  private @Nullable StoreUnderTest store;

  protected abstract StoreUnderTest openStore();

  protected final StoreUnderTest store() {
    if (store == null) {
      store = openStore();
    }
    return store;
  }

  protected JobIntake intake() {
    return store().intake();
  }

  protected JobLeases leases() {
    return store().leases();
  }

  protected JobUpkeep upkeep() {
    return store().upkeep();
  }

  protected Fleet fleet() {
    return store().fleet();
  }

  @BeforeEach
  void emptyTheStore() {
    store().wipe();
  }

  @AfterAll
  void closeTheStore() {
    store().close();
  }

  // What tests say.

  protected WorkerLease worker(String name) {
    WorkerLease lease =
        leases()
            .register(
                new WorkerHello(
                    UUID.randomUUID().toString(),
                    name,
                    null,
                    "host",
                    1,
                    "test",
                    10,
                    List.of(),
                    List.of("work"),
                    LEASE));
    leases().heartbeat(lease, Heartbeat.holding(List.of()));
    return lease;
  }

  protected static JobSpec job() {
    return JobSpec.of(TYPE, "{}").limits(new JobLimits(Duration.ofMinutes(5), 3));
  }

  protected static List<JobSpec> jobs(int count) {
    return Stream.generate(StoreContract::job).limit(count).toList();
  }

  protected RunId submit(int count) {
    return intake().submit(RunSpec.of("test", jobs(count))).run();
  }

  protected List<ClaimedJob> claim(WorkerLease worker, int max) {
    return claim(worker, Queue.EXEC, max);
  }

  protected List<ClaimedJob> claim(WorkerLease worker, Queue queue, int max) {
    return leases().claim(worker, new ClaimRequest(queue, max, Set.of(TYPE), Set.of()));
  }

  protected ClaimedJob claimOne(WorkerLease worker) {
    List<ClaimedJob> jobs = claim(worker, 1);
    assertThat(jobs).hasSize(1);
    return jobs.getFirst();
  }

  protected SettleAnswer settle(WorkerLease worker, Settlement settlement) {
    return leases().settle(worker, List.of(settlement)).getFirst();
  }

  protected SettleAnswer complete(WorkerLease worker, ClaimedJob job) {
    return settle(worker, Settlement.done(job.claim()));
  }

  protected static Settlement failure(ClaimedJob job, boolean retryable) {
    return new Settlement.Failed(
        job.claim(),
        Problem.of(CoreError.UNAVAILABLE, "broken on purpose"),
        retryable,
        Duration.ofSeconds(1));
  }

  protected JobView view(ClaimedJob job) {
    return intake().find(job.id()).orElseThrow();
  }

  protected RunView view(RunId run) {
    return intake().find(run).orElseThrow();
  }

  /** Time passes, watched by upkeep as in life; workers named here keep sending signs of life. */
  protected List<JobUpkeep.Reclaimed> pass(Duration duration, WorkerLease... alive) {
    var reclaimed = new ArrayList<JobUpkeep.Reclaimed>();
    for (Duration done = Duration.ZERO;
        done.compareTo(duration) < 0;
        done = done.plus(UPKEEP_INTERVAL)) {
      time.advance(UPKEEP_INTERVAL);
      for (WorkerLease worker : alive) {
        leases().heartbeat(worker, Heartbeat.holding(List.of()));
      }
      reclaimed.add(upkeep().reclaim());
    }
    return reclaimed;
  }

  /** Long enough for a silent worker to be found dead by an upkeep that has just begun to watch. */
  protected void silence(WorkerLease... alive) {
    pass(LEASE.plus(UPKEEP_INTERVAL).plus(UPKEEP_INTERVAL), alive);
  }
}
