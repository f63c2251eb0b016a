package dev.tidemill.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.WorkerStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every {@link JobLeases} promises. */
@Tag("J12")
public abstract class JobLeasesContract extends StoreContract {

  @Test
  @Tag("J3")
  @Tag("J15")
  void claims_follow_priority_then_due_time_then_age() {
    intake()
        .submit(
            RunSpec.of(
                "test",
                List.of(
                    job().delay(Duration.ofSeconds(2)),
                    job().delay(Duration.ofSeconds(1)),
                    job(),
                    job(),
                    job().priority(1).delay(Duration.ofSeconds(3)))));
    time.advance(Duration.ofSeconds(10));
    WorkerLease worker = worker("w");
    // Few at a time: the order also decides who is taken, not only how the taken are sorted.
    assertThat(claim(worker, 1)).extracting(ClaimedJob::ordinal).containsExactly(4);
    assertThat(claim(worker, 3)).extracting(ClaimedJob::ordinal).containsExactly(2, 3, 1);
    assertThat(claim(worker, 10)).extracting(ClaimedJob::ordinal).containsExactly(0);
  }

  @Test
  @Tag("J3")
  void a_claim_takes_no_more_than_asked_and_raises_the_epoch() {
    submit(5);
    WorkerLease worker = worker("w");
    assertThat(claim(worker, 3)).hasSize(3).allMatch(job -> job.epoch().equals(new Epoch(1)));
    assertThat(claim(worker, 3)).hasSize(2);
    assertThat(claim(worker, 3)).isEmpty();
  }

  @Test
  @Tag("J3")
  void a_job_that_is_not_due_is_left_alone_until_the_stores_clock_says_so() {
    intake().submit(RunSpec.of("test", List.of(job().delay(Duration.ofSeconds(30)))));
    WorkerLease worker = worker("w");
    assertThat(claim(worker, 1)).isEmpty();
    time.advance(Duration.ofSeconds(30));
    assertThat(claim(worker, 1)).hasSize(1);
  }

  @Test
  @Tag("J3")
  void an_unknown_type_or_payload_version_is_left_alone() {
    intake()
        .submit(
            RunSpec.of(
                "test",
                List.of(
                    JobSpec.of(new JobType("work", 2), "{}"),
                    JobSpec.of(JobType.of("other"), "{}"))));
    assertThat(claim(worker("w"), 10)).isEmpty();
    assertThat(store().count("jobs", Map.of("status", "pending"))).isEqualTo(2);
  }

  @Test
  @Tag("J3")
  void a_worker_gets_only_jobs_whose_capabilities_it_has() {
    intake().submit(RunSpec.of("test", List.of(job().requires("gpu", "big"), job())));
    WorkerLease worker = worker("w");
    assertThat(claim(worker, 10)).extracting(ClaimedJob::ordinal).containsExactly(1);
    assertThat(leases().claim(worker, having("gpu"))).as("one of the two is not enough").isEmpty();
    assertThat(leases().claim(worker, having("big", "gpu", "near the window")))
        .extracting(ClaimedJob::ordinal)
        .containsExactly(0);
  }

  private static ClaimRequest having(String... capabilities) {
    return new ClaimRequest(Queue.EXEC, 10, Set.of(TYPE), Set.of(capabilities));
  }

  @Test
  @Tag("J11")
  void a_worker_that_drains_takes_nothing_until_it_is_active_again() {
    submit(1);
    WorkerLease worker = worker("w");
    for (WorkerStatus status : List.of(WorkerStatus.DRAINING, WorkerStatus.DRAINED)) {
      leases().heartbeat(worker, Heartbeat.of(status));
      assertThat(claim(worker, 1)).as("%s", status).isEmpty();
    }
    leases().heartbeat(worker, Heartbeat.holding(List.of()));
    assertThat(claim(worker, 1)).hasSize(1);
  }

  @Test
  @Tag("J3")
  void queues_do_not_mix() {
    intake().submit(RunSpec.of("test", List.of(job().queue(Queue.STAGE), job())));
    WorkerLease worker = worker("w");
    assertThat(claim(worker, Queue.STAGE, 10)).extracting(ClaimedJob::ordinal).containsExactly(0);
    assertThat(claim(worker, Queue.EXEC, 10)).extracting(ClaimedJob::ordinal).containsExactly(1);
  }

  @Test
  @Tag("J4")
  void a_settled_job_is_done_and_so_is_its_run() {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    assertThat(view(run).status()).isEqualTo(RunStatus.EXECUTING);
    var done = new Settlement.Completed(job.claim(), List.of(), List.of(), "{\"rows\":3}");
    assertThat(settle(worker, done)).isEqualTo(SettleAnswer.ACCEPTED);
    assertThat(view(job).status()).isEqualTo(JobStatus.COMPLETED);
    assertThat(view(job).result()).isEqualTo("{\"rows\":3}");
    assertThat(view(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(intake().events(run, 0, 10))
        .extracting(RunEvent::kind)
        .containsExactly("pending", "executing", "completed");
  }

  @Test
  @Tag("J4")
  void settling_again_answers_already_yours_and_changes_nothing() {
    RunId run = submit(2);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    assertThat(complete(worker, job)).isEqualTo(SettleAnswer.ACCEPTED);
    assertThat(complete(worker, job)).isEqualTo(SettleAnswer.ALREADY_YOURS);
    assertThat(
            leases()
                .settle(
                    worker, List.of(Settlement.done(job.claim()), Settlement.done(job.claim()))))
        .containsExactly(SettleAnswer.ALREADY_YOURS, SettleAnswer.ALREADY_YOURS);
    assertThat(view(run).tally().execsDone()).isEqualTo(1);
    assertThat(store().count("attempts")).isEqualTo(1);
  }

  @Test
  @Tag("J4")
  void the_same_settlement_twice_in_one_batch_counts_once() {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    assertThat(
            leases()
                .settle(
                    worker, List.of(Settlement.done(job.claim()), Settlement.done(job.claim()))))
        .containsExactly(SettleAnswer.ACCEPTED, SettleAnswer.ALREADY_YOURS);
    assertThat(view(run).tally().execsDone()).isEqualTo(1);
  }

  @Test
  @Tag("J4")
  void another_end_of_the_same_execution_is_lost_also_within_a_batch() {
    submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    Settlement done = Settlement.done(job.claim());
    Settlement back = new Settlement.HandedBack(job.claim(), null);
    assertThat(leases().settle(worker, List.of(done, back, done)))
        .containsExactly(SettleAnswer.ACCEPTED, SettleAnswer.LOST, SettleAnswer.ALREADY_YOURS);
    assertThat(view(job).status()).isEqualTo(JobStatus.COMPLETED);
  }

  @Test
  @Tag("J5")
  void the_first_cause_of_a_batch_is_the_one_told_first() {
    RunId run = submit(3);
    WorkerLease worker = worker("w");
    List<ClaimedJob> jobs = claim(worker, 3);
    leases()
        .settle(
            worker,
            jobs.reversed().stream()
                .<Settlement>map(
                    job ->
                        new Settlement.Failed(
                            job.claim(),
                            Problem.of(CoreError.UNAVAILABLE, "broken " + job.ordinal()),
                            false,
                            Duration.ZERO))
                .toList());
    assertThat(view(run).error()).contains("broken 2");
  }

  @Test
  @Tag("J4")
  void late_completion_is_refused_and_the_holder_told() {
    submit(1);
    WorkerLease late = worker("late");
    ClaimedJob first = claimOne(late);
    WorkerLease other = worker("other");
    silence(other);
    ClaimedJob second = claimOne(other);
    assertThat(second.id()).isEqualTo(first.id());
    assertThat(second.epoch()).isGreaterThan(first.epoch());
    assertThat(complete(late, first)).isEqualTo(SettleAnswer.LOST);
    assertThat(view(first).status()).isEqualTo(JobStatus.CLAIMED);
    HeartbeatAnswer told = leases().heartbeat(late, Heartbeat.holding(List.of(first.claim())));
    assertThat(told.leaseLost()).isTrue();
    assertThat(told.lost()).containsExactly(first.claim());
    assertThat(complete(other, second)).isEqualTo(SettleAnswer.ACCEPTED);
  }

  @Test
  @Tag("J4")
  void a_leftover_thread_of_a_handed_back_execution_is_refused_even_on_the_same_worker() {
    submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob first = claimOne(worker);
    settle(worker, new Settlement.HandedBack(first.claim(), null));
    ClaimedJob second = claimOne(worker);
    assertThat(second.failures()).isZero();
    assertThat(complete(worker, first)).isEqualTo(SettleAnswer.LOST);
    assertThat(leases().heartbeat(worker, Heartbeat.holding(List.of(first.claim()))).lost())
        .containsExactly(first.claim());
    assertThat(complete(worker, second)).isEqualTo(SettleAnswer.ACCEPTED);
  }

  @Test
  @Tag("J4")
  void a_worker_cannot_settle_what_another_holds() {
    submit(1);
    ClaimedJob job = claimOne(worker("holder"));
    assertThat(complete(worker("thief"), job)).isEqualTo(SettleAnswer.LOST);
    assertThat(view(job).status()).isEqualTo(JobStatus.CLAIMED);
  }

  @Test
  @Tag("J4")
  void what_another_settled_is_not_already_yours() {
    submit(1);
    WorkerLease holder = worker("holder");
    ClaimedJob job = claimOne(holder);
    complete(holder, job);
    assertThat(complete(worker("thief"), job)).isEqualTo(SettleAnswer.LOST);
    assertThat(complete(holder, job)).isEqualTo(SettleAnswer.ALREADY_YOURS);
  }

  @Test
  @Tag("J4")
  void what_another_holds_and_what_has_ended_is_lost() {
    submit(1);
    WorkerLease holder = worker("holder");
    ClaimedJob job = claimOne(holder);
    assertThat(lost(worker("thief"), job)).containsExactly(job.claim());
    assertThat(lost(holder, job)).isEmpty();
    complete(holder, job);
    assertThat(lost(holder, job)).containsExactly(job.claim());
  }

  private List<Claim> lost(WorkerLease worker, ClaimedJob inHand) {
    return leases().heartbeat(worker, Heartbeat.holding(List.of(inHand.claim()))).lost();
  }

  @Test
  @Tag("J4")
  void one_bad_entry_spoils_no_other() {
    RunId run = submit(2);
    WorkerLease worker = worker("w");
    List<ClaimedJob> jobs = claim(worker, 2);
    var unknown = new Claim(new JobId(999_999), run, new Epoch(1));
    assertThat(
            leases()
                .settle(
                    worker,
                    List.of(
                        Settlement.done(unknown),
                        new Settlement.Failed(
                            jobs.get(0).claim(),
                            Problem.of(
                                CoreError.UNAVAILABLE,
                                "zero \0 and half a pair \ud83d in a message"),
                            true,
                            Duration.ZERO),
                        Settlement.done(jobs.get(1).claim()))))
        .containsExactly(SettleAnswer.LOST, SettleAnswer.ACCEPTED, SettleAnswer.ACCEPTED);
    assertThat(view(jobs.get(0)).error())
        .contains("zero \ufffd and half a pair \ufffd in a message");
  }

  @Test
  @Tag("J5")
  void a_failure_waits_and_is_tried_again_until_the_attempts_are_spent() {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    for (int failures = 1; failures <= 3; failures++) {
      ClaimedJob job = claimOne(worker);
      assertThat(job.failures()).isEqualTo(failures - 1);
      settle(worker, failure(job, true));
      assertThat(claim(worker, 1)).as("backoff").isEmpty();
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(claim(worker, 1)).isEmpty();
    assertThat(view(run).status()).isEqualTo(RunStatus.FAILED);
    assertThat(view(run).error()).contains("UNAVAILABLE", "broken on purpose");
  }

  @Test
  @Tag("J5")
  void a_failure_that_is_not_retryable_fails_at_once_and_cancels_the_rest() {
    RunId run = submit(3);
    WorkerLease worker = worker("w");
    List<ClaimedJob> jobs = claim(worker, 2);
    settle(worker, failure(jobs.getFirst(), false));
    assertThat(view(run).status()).isEqualTo(RunStatus.FAILED);
    assertThat(view(run).tally().cancelled()).isEqualTo(1);
    assertThat(leases().heartbeat(worker, Heartbeat.holding(List.of(jobs.get(1).claim()))).cancel())
        .containsExactly(jobs.get(1).claim());
    assertThat(settle(worker, new Settlement.Stopped(jobs.get(1).claim())))
        .isEqualTo(SettleAnswer.ACCEPTED);
    assertThat(view(run).tally().open()).isZero();
  }

  @Test
  @Tag("J11")
  void handed_back_work_is_pending_at_once_and_costs_nothing() {
    submit(1);
    WorkerLease worker = worker("w");
    for (int i = 1; i <= 10; i++) {
      ClaimedJob job = claimOne(worker);
      assertThat(job.failures()).isZero();
      assertThat(job.epoch()).isEqualTo(new Epoch(i));
      settle(worker, new Settlement.HandedBack(job.claim(), "{\"page\":" + i + "}"));
    }
    assertThat(claimOne(worker).checkpoint()).isEqualTo("{\"page\":10}");
  }

  @Test
  @Tag("J11")
  void stopping_hands_back_whatever_is_left() {
    submit(2);
    WorkerLease worker = worker("w");
    claim(worker, 2);
    leases().stop(worker);
    assertThat(claim(worker, 2)).as("a stopped worker gets nothing").isEmpty();
    assertThat(claim(worker("next"), 2)).hasSize(2).allMatch(job -> job.failures() == 0);
  }

  @Test
  void a_parked_job_gives_up_its_slot_and_comes_back_with_its_checkpoint_free_of_charge() {
    submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    settle(
        worker, new Settlement.Parked(job.claim(), Duration.ofSeconds(8), "{\"next_uri\":\"x\"}"));
    assertThat(view(job).status()).isEqualTo(JobStatus.PARKED);
    time.advance(Duration.ofSeconds(7));
    assertThat(claim(worker, 1)).isEmpty();
    time.advance(Duration.ofSeconds(1));
    ClaimedJob again = claimOne(worker);
    assertThat(again.checkpoint()).isEqualTo("{\"next_uri\":\"x\"}");
    assertThat(again.failures()).isZero();
    assertThat(again.epoch()).isEqualTo(new Epoch(2));
  }

  @Test
  @Tag("J5")
  void a_failure_loses_no_checkpoint() {
    submit(1);
    WorkerLease worker = worker("w");
    settle(worker, new Settlement.HandedBack(claimOne(worker).claim(), "{\"page\":7}"));
    settle(worker, failure(claimOne(worker), true));
    time.advance(Duration.ofSeconds(1));
    assertThat(claimOne(worker).checkpoint()).isEqualTo("{\"page\":7}");
  }

  @Test
  @Tag("J9")
  void only_the_outputs_of_the_execution_that_counted_are_in_the_manifest() {
    RunId run = submit(1);
    WorkerLease late = worker("late");
    ClaimedJob first = claimOne(late);
    WorkerLease other = worker("other");
    silence(other);
    ClaimedJob second = claimOne(other);
    settle(late, withOutput(first));
    assertThat(intake().outputs(run, "", 1000)).isEmpty();
    settle(other, withOutput(second));
    settle(late, withOutput(first));
    assertThat(intake().outputs(run, "", 1000))
        .extracting(settled -> settled.output().object())
        .containsExactly("part.e2.parquet");
  }

  @Test
  @Tag("J4")
  void a_claim_whose_answer_was_lost_comes_back_as_a_stray() {
    submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob unheard = claimOne(worker);
    assertThat(leases().heartbeat(worker, Heartbeat.holding(List.of())).stray())
        .containsExactly(unheard.claim());
    settle(worker, new Settlement.HandedBack(unheard.claim(), null));
    assertThat(leases().heartbeat(worker, Heartbeat.holding(List.of())).stray()).isEmpty();
  }

  @Test
  @Tag("J4")
  void an_unheard_claim_is_a_stray_even_while_an_older_execution_of_the_job_is_in_hand() {
    submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob old = claimOne(worker);
    settle(worker, new Settlement.HandedBack(old.claim(), null));
    ClaimedJob unheard = claimOne(worker);
    HeartbeatAnswer told = leases().heartbeat(worker, Heartbeat.holding(List.of(old.claim())));
    assertThat(told.lost()).containsExactly(old.claim());
    assertThat(told.stray()).containsExactly(unheard.claim());
  }

  @Test
  @Tag("D1")
  void two_live_workers_cannot_share_a_name_but_a_dead_one_gives_it_up() {
    worker("w");
    assertThatThrownBy(() -> worker("w"))
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).isEqualTo(JobsError.WORKER_NAME_TAKEN));
    time.advance(LEASE.plusMillis(1));
    assertThat(worker("w").name()).isEqualTo("w");
  }

  @Test
  void a_drain_is_told_with_the_next_heartbeat() {
    WorkerLease worker = worker("w");
    fleet().drain("w");
    assertThat(leases().heartbeat(worker, Heartbeat.holding(List.of())).drain()).isTrue();
  }

  @Test
  @Tag("J9")
  void a_stale_settlement_in_the_same_batch_leaves_no_trace() {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob stale = claimOne(worker);
    settle(worker, new Settlement.HandedBack(stale.claim(), null));
    ClaimedJob current = claimOne(worker);
    assertThat(leases().settle(worker, List.of(withOutput(current), withOutput(stale))))
        .containsExactly(SettleAnswer.ACCEPTED, SettleAnswer.LOST);
    assertThat(intake().outputs(run, "", 1000))
        .extracting(settled -> settled.output().object())
        .containsExactly("part.e2.parquet");
  }

  @Test
  @Tag("J4")
  void a_result_that_cannot_be_stored_fails_its_job_and_no_other() {
    RunId run =
        intake().submit(RunSpec.of("test", jobs(4)).onJobFailure(OnJobFailure.LET_FINISH)).run();
    WorkerLease worker = worker("w");
    List<ClaimedJob> jobs = claim(worker, 4);
    var children = new Settlement.Completed(jobs.get(1).claim(), List.of(), jobs(1), null);
    assertThat(
            leases()
                .settle(
                    worker,
                    List.of(
                        withOutput(jobs.get(0)),
                        children,
                        withOutput(jobs.get(2)),
                        Settlement.done(jobs.get(3).claim()))))
        .containsExactly(
            SettleAnswer.ACCEPTED,
            SettleAnswer.REFUSED,
            SettleAnswer.REFUSED,
            SettleAnswer.ACCEPTED);
    assertThat(view(jobs.get(1)).status()).isEqualTo(JobStatus.FAILED);
    assertThat(view(jobs.get(1)).error()).contains("RESULT_REFUSED", "only plans have children");
    assertThat(view(run).tally().execsDone()).isEqualTo(2);
    assertThat(intake().outputs(run, "", 1000)).hasSize(1);
  }

  @Test
  @Tag("D1")
  void registering_again_after_a_lost_answer_finds_the_same_lease() {
    var hello =
        new WorkerHello(
            "incarnation-1", "w", null, "host", 1, "test", 1, List.of(), List.of(), LEASE);
    assertThat(leases().register(hello)).isEqualTo(leases().register(hello));
  }

  @Test
  void what_stops_without_being_asked_is_handed_back() {
    submit(1);
    WorkerLease worker = worker("w");
    settle(worker, new Settlement.Stopped(claimOne(worker).claim()));
    assertThat(claimOne(worker).failures()).isZero();
  }

  @Test
  void a_drain_that_was_asked_for_stops_claims_at_once() {
    submit(1);
    WorkerLease worker = worker("w");
    fleet().drain("w");
    assertThat(claim(worker, 1)).isEmpty();
  }

  @Test
  void odd_characters_in_what_a_worker_says_of_itself_cost_no_heartbeat() {
    WorkerLease worker = worker("w");
    var beat = new Heartbeat(WorkerStatus.ACTIVE, List.of(), List.of(), "[\"\0\"]");
    assertThat(leases().heartbeat(worker, beat).leaseLost()).isFalse();
  }

  private static Settlement withOutput(ClaimedJob job) {
    var output = new Output("part.parquet", "part." + job.epoch() + ".parquet", 10, 1, "sum");
    return new Settlement.Completed(job.claim(), List.of(output), List.of(), null);
  }
}
