package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.testkit.PrivateServer;
import dev.tidemill.testkit.RealServer;
import dev.tidemill.testkit.TcpProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a broken line and a restarted database do to those who hold jobs: nothing they notice. */
@Tag("J12")
class PostgresOutageTest {
  private static final JobType TYPE = JobType.of("work");
  private static final String HOLD_COMMITS =
      """
      CREATE OR REPLACE FUNCTION hold_commit() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER hold_commit AFTER INSERT OR UPDATE ON jobs
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_commit()
      """;
  private static final PrivateServer server = PrivateServer.start(RealServer.POSTGRES);
  private static final TcpProxy line = TcpProxy.inFrontOf(server.url());
  private final Store store = Store.open(StoreUrl.parse(line.url()), StoreClock.DATABASE, 4);
  private final SqlJobIntake intake = new SqlJobIntake(store);
  private final SqlJobLeases leases = new SqlJobLeases(store, new SystemTime());

  @BeforeEach
  void prepare() {
    new Migrations(store).migrate();
  }

  @AfterEach
  void close() {
    store.close();
    try (Store direct = Store.open(StoreUrl.parse(server.url()), StoreClock.DATABASE, 1)) {
      direct.inTransaction(handle -> handle.createUpdate("DELETE FROM jobs").execute());
    }
  }

  @AfterAll
  static void stop() {
    line.close();
    server.close();
  }

  @Test
  void a_settlement_whose_answer_was_lost_counts_once() throws Exception {
    WorkerLease worker = register("settler");
    ClaimedJob job = submitAndClaim(worker);
    losingTheAnswer(() -> leases.settle(worker, List.of(Settlement.done(job.claim()))));
    assertThat(untilHeard(() -> leases.settle(worker, List.of(Settlement.done(job.claim())))))
        .containsExactly(SettleAnswer.ALREADY_YOURS);
    assertThat(intake.find(job.run()).orElseThrow().tally().execsDone()).isEqualTo(1);
  }

  @Test
  void a_submission_whose_answer_was_lost_is_found_again_by_its_key() throws Exception {
    RunSpec request = RunSpec.of("test", List.of(JobSpec.of(TYPE, "{}"))).idempotencyKey("lost");
    losingTheAnswer(() -> intake.submit(request));
    Submitted again = untilHeard(() -> intake.submit(request));
    assertThat(again.existed()).isTrue();
  }

  @Test
  void a_claim_whose_answer_was_lost_comes_back_as_a_stray() throws Exception {
    WorkerLease worker = register("claimer");
    intake.submit(RunSpec.of("test", List.of(JobSpec.of(TYPE, "{}"))));
    losingTheAnswer(() -> claim(worker));
    var strays = untilHeard(() -> leases.heartbeat(worker, Heartbeat.holding(List.of()))).stray();
    assertThat(strays).hasSize(1);
    assertThat(leases.settle(worker, List.of(new Settlement.HandedBack(strays.getFirst(), null))))
        .containsExactly(SettleAnswer.ACCEPTED);
  }

  @Test
  void a_restarted_database_is_used_again_without_restarting_the_program() {
    WorkerLease worker = register("patient");
    ClaimedJob job = submitAndClaim(worker);
    server.kill();
    assertThatThrownBy(() -> leases.heartbeat(worker, Heartbeat.holding(List.of(job.claim()))))
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).isEqualTo(JobsError.STORE_UNAVAILABLE));
    var upkeep = new SqlJobUpkeep(store, new SystemTime(), Duration.ofSeconds(5));
    assertThatThrownBy(upkeep::reclaim).isInstanceOf(RuntimeException.class);
    server.restart();
    var held = Heartbeat.holding(List.of(job.claim()));
    assertThat(untilHeard(() -> leases.heartbeat(worker, held)).leaseLost()).isFalse();
    assertThat(untilHeard(() -> leases.settle(worker, List.of(Settlement.done(job.claim())))))
        .containsExactly(SettleAnswer.ACCEPTED);
  }

  /**
   * The call reaches the database and is committed there, and only the answer to COMMIT never comes
   * back: a deferred trigger holds the commit up until the line swallows answers.
   */
  private void losingTheAnswer(Runnable call) throws Exception {
    StoreUrl direct = StoreUrl.parse(server.url());
    try (Connection control =
            DriverManager.getConnection(direct.jdbc(), direct.user(), direct.password());
        Statement sql = control.createStatement()) {
      sql.execute(HOLD_COMMITS);
      sql.execute("SELECT pg_advisory_lock(4711)");
      var caller = CompletableFuture.runAsync(call);
      Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> waitingCommits(sql) == 1);
      line.dropAnswers();
      sql.execute("SELECT pg_advisory_unlock(4711)");
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> waitingCommits(sql) == 0 && busy(sql) == 0);
      line.cut();
      line.heal();
      assertThatThrownBy(() -> caller.get(1, TimeUnit.MINUTES))
          .isInstanceOf(ExecutionException.class);
      sql.execute("DROP TRIGGER hold_commit ON jobs");
    }
  }

  private static long waitingCommits(Statement sql) throws SQLException {
    return number(sql, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
  }

  private static long busy(Statement sql) throws SQLException {
    return number(
        sql,
        "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'tidemill-%'"
            + " AND state <> 'idle'");
  }

  private static long number(Statement sql, String query) throws SQLException {
    try (ResultSet row = sql.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
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
            Duration.ofMinutes(5)));
  }

  private ClaimedJob submitAndClaim(WorkerLease worker) {
    intake.submit(RunSpec.of("test", List.of(JobSpec.of(TYPE, "{}"))));
    return claim(worker).getFirst();
  }

  private List<ClaimedJob> claim(WorkerLease worker) {
    return leases.claim(worker, new ClaimRequest(Queue.EXEC, 1, Set.of(TYPE), Set.of()));
  }

  /** As a worker does: an idle connection may have been cut without anybody noticing yet. */
  private static <T> T untilHeard(Callable<T> call) {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptionsMatching(PostgresOutageTest::unavailable)
        .until(call, answer -> true);
  }

  private static boolean unavailable(Throwable error) {
    return error instanceof TidemillException e && e.code() == JobsError.STORE_UNAVAILABLE;
  }
}
