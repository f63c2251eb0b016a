package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.HandleCallback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Signs of life on PostgreSQL, by the database's own clock. */
@Tag("J2")
@Tag("J12")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresLivenessTest {
  private static final int CONNECTIONS = 3;
  private final PostgresDatabase database = Servers.newPostgresDatabase();
  private final Store store =
      Store.open(StoreUrl.parse(database.url()), StoreClock.DATABASE, CONNECTIONS);
  private final SqlJobLeases leases = new SqlJobLeases(store, new SystemTime());

  PostgresLivenessTest() {
    new Migrations(store).migrate();
  }

  @AfterAll
  void close() {
    store.close();
    database.close();
  }

  @Test
  void a_heartbeat_never_waits_for_a_connection_that_work_holds() throws Exception {
    WorkerLease worker = register("steady");
    var taken = new CountDownLatch(CONNECTIONS);
    var release = new CountDownLatch(1);
    var hogs = new ArrayList<Thread>();
    for (int i = 0; i < CONNECTIONS; i++) {
      hogs.add(Thread.ofPlatform().start(() -> hold(taken, release)));
    }
    assertThat(taken.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(leases.heartbeat(worker, Heartbeat.holding(List.of())).leaseLost()).isFalse();
    release.countDown();
    for (Thread hog : hogs) {
      assertThat(hog.join(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void a_heartbeat_touches_the_workers_row_and_no_job() {
    WorkerLease worker = register("light");
    new SqlJobIntake(store)
        .submit(RunSpec.of("test", List.of(JobSpec.of(JobType.of("work"), "{}"))));
    List<ClaimedJob> jobs =
        leases.claim(
            worker, new ClaimRequest(Queue.EXEC, 10, Set.of(JobType.of("work")), Set.of()));
    long before = versions("jobs");
    long workersBefore = versions("workers");
    leases.heartbeat(worker, Heartbeat.holding(jobs.stream().map(ClaimedJob::claim).toList()));
    assertThat(versions("jobs")).isEqualTo(before);
    assertThat(versions("workers")).isNotEqualTo(workersBefore);
  }

  /**
   * Where LLVM is installed a claim on a bloated index would take a second instead of milliseconds.
   */
  @Test
  void no_statement_is_compiled() {
    HandleCallback<String, RuntimeException> jit =
        handle -> handle.createQuery("SELECT current_setting('jit')").mapTo(String.class).one();
    String working = store.inTransaction(jit);
    String alive = store.livenessAutocommit(jit);
    assertThat(List.of(working, alive)).containsOnly("off");
  }

  @Test
  void due_times_and_leases_follow_the_databases_clock() {
    var intake = new SqlJobIntake(store);
    var run =
        intake
            .submit(
                RunSpec.of(
                    "test",
                    List.of(JobSpec.of(JobType.of("later"), "{}").delay(Duration.ofHours(1)))))
            .run();
    long skew =
        store.inTransaction(
            handle ->
                handle
                    .createQuery(
                        "SELECT abs(not_before - (extract(epoch FROM now()) * 1000000)::bigint"
                            + " - 3600000000) FROM jobs WHERE run_id = :run")
                    .bind("run", run.value())
                    .mapTo(Long.class)
                    .one());
    assertThat(Duration.ofNanos(skew * 1000)).isLessThan(Duration.ofMinutes(1));
  }

  private WorkerLease register(String name) {
    return leases.register(
        new WorkerHello(
            UUID.randomUUID().toString(),
            name,
            null,
            "host",
            1,
            "test",
            1,
            List.of(),
            List.of(),
            WorkerHello.DEFAULT_LEASE));
  }

  private void hold(CountDownLatch taken, CountDownLatch release) {
    store.inTransaction(
        handle -> {
          handle.createQuery("SELECT 1").mapTo(Integer.class).one();
          taken.countDown();
          try {
            return release.await(1, TimeUnit.MINUTES);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
  }

  /** Changes whenever any row of the table is written. */
  private long versions(String table) {
    return store.inTransaction(
        handle ->
            handle
                .createQuery("SELECT coalesce(sum(xmin::text::bigint), 0)::bigint FROM " + table)
                .mapTo(Long.class)
                .one());
  }
}
