package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.StoreContract;
import dev.tidemill.jobs.StoreUnderTest;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunStatus;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one transaction does while another, which it meets, has not ended yet. */
@Tag("J12")
class PostgresLocksTest extends StoreContract {

  @Override
  protected StoreUnderTest openStore() {
    return TestStores.postgres(time);
  }

  private SqlStoreUnderTest sql() {
    return (SqlStoreUnderTest) store();
  }

  @Test
  @Tag("J3")
  void a_claim_passes_by_a_job_that_another_is_taking() throws SQLException {
    submit(2);
    WorkerLease worker = worker("w");
    try (Connection other = begin("SELECT 1 FROM jobs WHERE ordinal = 0 FOR NO KEY UPDATE")) {
      assertThat(claim(worker, 2)).extracting(ClaimedJob::ordinal).containsExactly(1);
      other.rollback();
    }
    assertThat(claim(worker, 2)).extracting(ClaimedJob::ordinal).containsExactly(0);
  }

  @Test
  @Tag("J3")
  void a_claim_does_not_wait_for_a_run_and_settlement_catches_up() throws SQLException {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job;
    try (Connection other = begin("SELECT 1 FROM runs FOR NO KEY UPDATE")) {
      job = claimOne(worker);
      assertThat(view(run).status()).isEqualTo(RunStatus.PENDING);
      other.rollback();
    }
    assertThat(complete(worker, job)).isEqualTo(SettleAnswer.ACCEPTED);
    assertThat(view(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(view(run).startedAt()).isNotNull();
  }

  @Test
  @Tag("J6")
  void upkeep_passes_by_a_run_that_somebody_holds_and_helps_the_others() throws SQLException {
    WorkerLease dead = worker("dead");
    RunId stuck = submit(1);
    RunId free = submit(1);
    assertThat(claim(dead, 2)).hasSize(2);
    try (Connection other =
        begin("SELECT 1 FROM runs WHERE id = " + stuck.value() + " FOR NO KEY UPDATE")) {
      silence();
      assertThat(intake().jobs(JobFilter.of(free), Page.first(1)).getFirst().status())
          .isEqualTo(JobStatus.PENDING);
      assertThat(intake().jobs(JobFilter.of(stuck), Page.first(1)).getFirst().status())
          .isEqualTo(JobStatus.CLAIMED);
      other.rollback();
    }
    upkeep().reclaim();
    assertThat(intake().jobs(JobFilter.of(stuck), Page.first(1)).getFirst().status())
        .isEqualTo(JobStatus.PENDING);
  }

  @Test
  @Tag("J13")
  void retention_spares_a_run_that_is_being_retried_and_waits_for_nobody() throws Exception {
    RunId old = failed();
    RunId retried = failed();
    time.advance(Duration.ofDays(8));
    String reopen = "UPDATE runs SET status = 'pending', ended_at = NULL WHERE id = ";
    try (Connection other = begin(reopen + retried.value())) {
      assertThat(upkeep().retain(Duration.ofDays(7))).isEqualTo(1);
      other.commit();
    }
    assertThat(intake().find(old)).isEmpty();
    assertThat(view(retried).status()).isEqualTo(RunStatus.PENDING);
  }

  @Test
  @Tag("J13")
  void a_run_that_was_retried_after_it_was_picked_is_none_of_those_locked() {
    RunId old = failed();
    RunId retried = failed();
    Store store = sql().store();
    var ended = new EndedRuns(store, "ended_at IS NOT NULL", Map.of(), 10);
    var locked = new ArrayList<Long>();
    ended.walk(
        runs -> {
          assertThat(runs).containsExactly(old.value(), retried.value());
          intake().retry(retried);
          locked.addAll(store.inTransaction(handle -> ended.lock(handle, runs)));
          return 0;
        });
    assertThat(locked).containsExactly(old.value());
  }

  private RunId failed() {
    WorkerLease worker = worker("w-" + time.now().toEpochMilli());
    RunId run = submit(1);
    settle(worker, failure(claimOne(worker), false));
    time.advance(Duration.ofSeconds(1));
    return run;
  }

  @Test
  @Tag("J10")
  void a_job_that_is_being_claimed_while_its_run_is_cancelled_is_asked_to_stop() throws Exception {
    RunId run = submit(2);
    WorkerLease worker = worker("w");
    String claim =
        "UPDATE jobs SET status = 'claimed', epoch = 1, claimed_at = 0, claimed_by = %d"
            + " WHERE ordinal = 0";
    FutureTask<?> cancel;
    try (Connection claiming = begin(claim.formatted(worker.id()))) {
      cancel = startAndAwaitItsWait(() -> intake().cancel(run));
      claiming.commit();
    }
    cancel.get(1, TimeUnit.MINUTES);
    assertThat(view(run).status()).isEqualTo(RunStatus.CANCELLING);
    assertThat(intake().jobs(JobFilter.of(run), Page.first(2))).allMatch(JobView::cancelRequested);
  }

  @Test
  @Tag("J6")
  void a_sign_of_life_that_comes_while_its_worker_is_declared_dead_still_counts() throws Exception {
    submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    pass(LEASE);
    time.advance(UPKEEP_INTERVAL);
    String beat = "UPDATE workers SET last_seen_at = " + StoreClock.micros(time.now());
    FutureTask<?> reclaim;
    try (Connection beating = begin(beat)) {
      reclaim = startAndAwaitItsWait(upkeep()::reclaim);
      beating.commit();
    }
    reclaim.get(1, TimeUnit.MINUTES);
    assertThat(complete(worker, job)).isEqualTo(SettleAnswer.ACCEPTED);
  }

  /** A transaction that has done this much and goes no further. */
  private Connection begin(String sql) throws SQLException {
    Connection connection = ((SqlStoreUnderTest) store()).store().dataSource().getConnection();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
    return connection;
  }

  private FutureTask<?> startAndAwaitItsWait(Callable<?> call) {
    var task = new FutureTask<>(call);
    Thread.ofPlatform().start(task);
    String waiting =
        "SELECT count(*) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await().atMost(Duration.ofMinutes(1)).until(() -> sql().number(waiting) == 1);
    return task;
  }
}
