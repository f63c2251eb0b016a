package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.state.WorkerStatus;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Plans are kept by a connection, so one that was made for an empty table must also do for a large
 * one. By what the database says it has read: rows, not time.
 */
@Tag("J13")
class PostgresPlansTest {
  private static final int MANY = 50_000;
  private static final int BATCH = 100;
  private static final int CONNECTIONS = 2;
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final JobType TYPE = JobType.of("noop");

  private final SystemTime time = new SystemTime();
  private final List<Duration> rung = Collections.synchronizedList(new ArrayList<>());
  private final Wakeups wakeups = (queue, in) -> rung.add(in);
  private PostgresDatabase database;
  private Store store;
  private SqlJobIntake intake;

  @BeforeEach
  void open() {
    database = Servers.newPostgresDatabase();
    store = Store.open(StoreUrl.parse(database.url()), StoreClock.DATABASE, CONNECTIONS);
    new Migrations(store).migrate();
    intake = new SqlJobIntake(store);
  }

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  @Test
  void plans_made_for_an_empty_store_read_a_few_rows_of_a_full_one() {
    var leases = new SqlJobLeases(store, time);
    WorkerLease worker = leases.register(hello());
    // More often than PostgreSQL plans anew for each call.
    for (int i = 0; i < 10; i++) {
      work(leases, worker);
    }
    store.autocommit(
        handle ->
            handle.execute(
                "INSERT INTO jobs (run_id, tenant, stage, ordinal, type, payload_version, queue,"
                    + " status, epoch, max_attempts, timeout_seconds, priority, not_before, payload,"
                    + " created_at, claimed_by, claimed_at, ended_at)"
                    + " SELECT min(run_id), 'default', 'exec', 1000 + n, 'noop', 1, 'exec',"
                    + " 'completed', 1, 2, 60, 100, 0, '{}', 0, 1, 1, 2"
                    + " FROM jobs, generate_series(1, ?) n GROUP BY n",
                MANY));
    store.autocommit(
        handle ->
            handle.execute(
                "INSERT INTO runs (kind, status, on_job_failure, spec, created_at, updated_at,"
                    + " ended_at) SELECT 'old', 'completed', 'cancel_rest', '{}', 0, 0, 1"
                    + " FROM generate_series(1, ?)",
                MANY));
    var read = new RowsRead(store, CONNECTIONS);
    long jobs = read.of("jobs");
    long runs = read.of("runs");
    work(leases, worker);
    assertThat(read.of("jobs") - jobs).isLessThan(10 * BATCH);
    assertThat(read.of("runs") - runs).isLessThan(10 * BATCH);
  }

  @Test
  void what_lies_behind_is_found_by_a_look_beside_the_claims() {
    var leases = new SqlJobLeases(store, time, wakeups, new Lanes(Duration.ZERO));
    WorkerLease worker = leases.register(hello());
    submit(3);
    ClaimedJob first = claim(leases, worker, 1).getFirst();
    claim(leases, worker, 1);
    leases.settle(worker, List.of(new Settlement.HandedBack(first.claim(), null)));
    rung.clear();
    await()
        .atMost(LONG)
        .until(() -> claim(leases, worker, 1).stream().anyMatch(job -> sameJob(job, first)));
    // The look tells of it right after claims can find it.
    await().atMost(LONG).untilAsserted(() -> assertThat(rung).contains(Duration.ZERO));
    assertThat(claim(leases, worker, 10)).hasSizeLessThan(2);
  }

  private static boolean sameJob(ClaimedJob job, ClaimedJob other) {
    return job.id().equals(other.id());
  }

  private void work(SqlJobLeases leases, WorkerLease worker) {
    submit(BATCH);
    List<Claim> claims = claim(leases, worker, BATCH).stream().map(ClaimedJob::claim).toList();
    assertThat(claims).hasSize(BATCH);
    leases.heartbeat(worker, new Heartbeat(WorkerStatus.ACTIVE, claims, List.of(), ""));
    leases.settle(worker, claims.stream().map(Settlement::done).toList());
  }

  private void submit(int jobs) {
    intake.submit(RunSpec.of("test", Collections.nCopies(jobs, JobSpec.of(TYPE, "{}"))));
  }

  private static List<ClaimedJob> claim(SqlJobLeases leases, WorkerLease worker, int max) {
    return leases.claim(worker, new ClaimRequest(Queue.EXEC, max, Set.of(TYPE), Set.of()));
  }

  private static WorkerHello hello() {
    return new WorkerHello(
        "i", "w", null, "host", 1, "build", 1, List.of(), List.of("noop"), Duration.ofMinutes(10));
  }
}
