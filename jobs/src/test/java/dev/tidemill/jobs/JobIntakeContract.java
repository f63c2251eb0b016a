package dev.tidemill.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.RunStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every {@link JobIntake} promises. */
@Tag("J1")
@Tag("J12")
public abstract class JobIntakeContract extends StoreContract {

  @Test
  void a_run_and_its_jobs_are_there_or_not_at_all() {
    RunId run = submit(2500);
    assertThat(view(run).status()).isEqualTo(RunStatus.PENDING);
    assertThat(view(run).tally().execs()).isEqualTo(2500);
    assertThat(store().count("jobs")).isEqualTo(2500);
    assertThat(intake().jobs(JobFilter.of(run), Page.first(3)))
        .extracting(JobView::ordinal)
        .containsExactly(0, 1, 2);
  }

  @Test
  @Tag("J13")
  void the_same_request_under_the_same_key_is_the_same_run() {
    RunSpec request = RunSpec.of("test", jobs(1)).idempotencyKey("once");
    Submitted first = intake().submit(request);
    Submitted second = intake().submit(request);
    assertThat(first.existed()).isFalse();
    assertThat(second).isEqualTo(new Submitted(first.run(), true));
    assertThat(store().count("jobs")).isEqualTo(1);
  }

  @Test
  @Tag("J13")
  void the_same_key_at_the_same_moment_makes_one_run() {
    RunSpec request = RunSpec.of("test", jobs(3)).idempotencyKey("rush");
    var answers = new CopyOnWriteArrayList<Submitted>();
    var actions = new ArrayList<AtOnce.Action>();
    for (int i = 0; i < 8; i++) {
      actions.add(() -> answers.add(intake().submit(request)));
    }
    AtOnce.run(actions);
    assertThat(answers).extracting(Submitted::run).hasSize(8).containsOnly(answers.get(0).run());
    assertThat(answers).filteredOn(answer -> !answer.existed()).hasSize(1);
    assertThat(store().count("jobs")).isEqualTo(3);
  }

  @Test
  @Tag("J13")
  void another_request_under_a_used_key_is_a_conflict_and_creates_nothing() {
    RunSpec first = RunSpec.of("test", jobs(1));
    intake().submit(first.idempotencyKey("once"));
    for (RunSpec other :
        List.of(
            RunSpec.of("test", jobs(2)),
            RunSpec.of("other", jobs(1)),
            RunSpec.of("test", List.of(JobSpec.of(TYPE, "{\"other\":1}").limits(job().limits()))),
            RunSpec.of("test", List.of(job().priority(1))),
            RunSpec.staged("test", jobs(1), List.of()),
            first.onJobFailure(OnJobFailure.LET_FINISH),
            first.deadline(Duration.ofHours(1)),
            first.keyLimits(Map.of("api", 1)),
            first.spec("{\"recipe\":2}"))) {
      assertRefused(
          JobsError.IDEMPOTENCY_KEY_REUSED, () -> intake().submit(other.idempotencyKey("once")));
    }
    assertThat(store().count("runs")).isEqualTo(1);
    assertThat(store().count("jobs")).isEqualTo(1);
  }

  @Test
  @Tag("J10")
  void cancelling_ends_what_waits_now_and_what_runs_when_it_stopped() {
    RunId run = submit(3);
    WorkerLease worker = worker("w");
    ClaimedJob running = claimOne(worker);
    assertThat(intake().cancel(run).status()).isEqualTo(RunStatus.CANCELLING);
    assertThat(view(run).tally().cancelled()).isEqualTo(2);
    assertThat(claim(worker, 3)).isEmpty();
    assertThat(leases().heartbeat(worker, Heartbeat.holding(List.of(running.claim()))).cancel())
        .containsExactly(running.claim());
    settle(worker, new Settlement.Stopped(running.claim()));
    assertThat(view(run).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(intake().cancel(run).status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  @Tag("J10")
  void a_job_that_completes_although_asked_to_stop_stays_completed() {
    RunId run = submit(2);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    intake().cancel(run);
    assertThat(complete(worker, job)).isEqualTo(SettleAnswer.ACCEPTED);
    assertThat(view(job).status()).isEqualTo(JobStatus.COMPLETED);
    assertThat(view(run).status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  @Tag("J10")
  void a_job_that_fails_or_is_handed_back_after_being_asked_to_stop_is_cancelled() {
    RunId run = submit(2);
    WorkerLease worker = worker("w");
    List<ClaimedJob> jobs = claim(worker, 2);
    intake().cancel(run);
    settle(worker, failure(jobs.get(0), true));
    settle(worker, new Settlement.HandedBack(jobs.get(1).claim(), null));
    assertThat(jobs).allMatch(job -> view(job).status() == JobStatus.CANCELLED);
    assertThat(view(run).status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  @Tag("J13")
  void a_retry_keeps_what_completed_and_gives_the_rest_a_fresh_budget() {
    RunId run = submit(3);
    WorkerLease worker = worker("w");
    List<ClaimedJob> jobs = claim(worker, 2);
    complete(worker, jobs.get(0));
    settle(worker, failure(jobs.get(1), false));
    assertThat(intake().retry(run).status()).isEqualTo(RunStatus.PENDING);
    List<ClaimedJob> again = claim(worker, 3);
    assertThat(again).hasSize(2).allMatch(job -> job.failures() == 0);
    again.forEach(job -> complete(worker, job));
    assertThat(view(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(view(run).error()).isNull();
    assertThat(view(run).tally().execsDone()).isEqualTo(3);
  }

  @Test
  @Tag("J13")
  void a_retry_never_lets_an_old_holder_back_in() {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob old = claimOne(worker);
    settle(worker, failure(old, false));
    intake().retry(run);
    assertThat(complete(worker, old)).isEqualTo(SettleAnswer.LOST);
    assertThat(claimOne(worker).epoch()).isGreaterThan(old.epoch());
  }

  @Test
  @Tag("J13")
  void a_retry_waits_until_everything_has_stopped_and_needs_something_to_retry() {
    RunId run = submit(2);
    WorkerLease worker = worker("w");
    List<ClaimedJob> jobs = claim(worker, 2);
    assertRefused(JobsError.NOTHING_TO_RETRY, () -> intake().retry(run));
    settle(worker, failure(jobs.get(0), false));
    assertRefused(JobsError.RUN_STILL_STOPPING, () -> intake().retry(run));
    settle(worker, new Settlement.Stopped(jobs.get(1).claim()));
    assertThat(intake().retry(run).status()).isEqualTo(RunStatus.PENDING);
  }

  @Test
  @Tag("J13")
  void a_retried_job_is_no_longer_asked_to_stop() {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob stopped = claimOne(worker);
    intake().cancel(run);
    settle(worker, new Settlement.Stopped(stopped.claim()));
    intake().retry(run);
    ClaimedJob again = claimOne(worker);
    assertThat(leases().heartbeat(worker, Heartbeat.holding(List.of(again.claim()))).cancel())
        .isEmpty();
    settle(worker, new Settlement.HandedBack(again.claim(), null));
    assertThat(view(again).status()).isEqualTo(JobStatus.PENDING);
  }

  @Test
  @Tag("J13")
  void a_retried_run_gets_its_time_anew() {
    RunId run = intake().submit(RunSpec.of("test", jobs(1)).deadline(Duration.ofMinutes(10))).run();
    time.advance(Duration.ofHours(1));
    assertThat(upkeep().failOverdue()).isEqualTo(1);
    intake().retry(run);
    time.advance(Duration.ofMinutes(9));
    assertThat(upkeep().failOverdue()).isZero();
    time.advance(Duration.ofMinutes(2));
    assertThat(upkeep().failOverdue()).isEqualTo(1);
  }

  @Test
  @Tag("J13")
  void each_retry_gets_the_whole_time_again() {
    RunId run = intake().submit(RunSpec.of("test", jobs(1)).deadline(Duration.ofMinutes(10))).run();
    for (int i = 0; i < 3; i++) {
      time.advance(Duration.ofHours(1));
      upkeep().failOverdue();
      assertThat(view(run).status()).isEqualTo(RunStatus.FAILED);
      intake().retry(run);
      time.advance(Duration.ofMinutes(9));
      assertThat(upkeep().failOverdue()).isZero();
    }
  }

  @Test
  @Tag("J13")
  void a_retry_of_a_run_whose_jobs_are_all_done_completes_it() {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    complete(worker, claimOne(worker));
    store().set("runs", "status", "failed");
    assertThat(intake().retry(run).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void runs_are_listed_newest_first_page_by_page() {
    List<RunId> runs = List.of(submit(1), submit(1), submit(1));
    assertThat(intake().runs(RunFilter.ALL, Page.first(2)))
        .extracting(RunView::id)
        .containsExactly(runs.get(2), runs.get(1));
    assertThat(intake().runs(RunFilter.ALL, new Page(runs.get(1).value(), 2)))
        .extracting(RunView::id)
        .containsExactly(runs.get(0));
  }

  @Test
  void what_does_not_exist_is_not_found() {
    assertThat(intake().find(new RunId(1_000_000))).isEmpty();
    assertRefused(CoreError.NOT_FOUND, () -> intake().cancel(new RunId(1_000_000)));
  }

  private static void assertRefused(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(TidemillException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
