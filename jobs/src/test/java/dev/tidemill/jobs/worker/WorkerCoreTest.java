package dev.tidemill.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.job.StopReason;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.state.WorkerStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("J3")
class WorkerCoreTest {
  private static final JobType TYPE = JobType.of("work");
  private static final Duration START = Duration.ofHours(1);
  private static final int SLOTS = 3;

  private final WorkerCore core = core(0);
  private long lastJob;

  private static WorkerCore core(int ahead) {
    var plan =
        new WorkerPlan(
            SLOTS,
            2,
            ahead,
            Map.of(Queue.EXEC, Set.of(TYPE)),
            Set.of(),
            WorkerPlan.DEFAULT_RETRY,
            Duration.ofSeconds(10));
    return new WorkerCore(plan, child -> JobSpec.of(child.type(), child.payload()), new Random(1));
  }

  // Claiming.

  @Test
  void full_claims_go_on_without_a_hint_until_there_is_no_room_and_then_somebody_else_is_told() {
    ClaimRequest first = claim();
    assertThat(first.max()).isEqualTo(2);
    core.claimed(first, jobs(2));
    assertThat(core.passOn()).isEmpty();
    ClaimRequest second = claim();
    assertThat(second.max()).as("the room that is left").isEqualTo(1);
    core.claimed(second, jobs(1));
    assertThat(core.nextClaim(Queue.EXEC)).isEmpty();
    assertThat(core.passOn()).containsExactly(Queue.EXEC);
    assertThat(core.passOn()).as("once").isEmpty();
  }

  @Test
  void a_claim_that_is_not_full_waits_for_the_next_hint() {
    core.claimed(claim(), jobs(1));
    assertThat(core.nextClaim(Queue.EXEC)).isEmpty();
    assertThat(core.hungry(Queue.EXEC)).isTrue();
    core.hinted(Queue.EXEC);
    assertThat(core.nextClaim(Queue.EXEC)).isPresent();
  }

  @Test
  void a_worker_that_knows_of_more_work_waits_for_room_and_never_for_a_hint() {
    List<ClaimedJob> running = start(3);
    core.hinted(Queue.EXEC);
    assertThat(core.nextStep(Queue.EXEC)).isEqualTo(new WorkerCore.Step.AwaitRoom());
    done(running.getFirst());
    assertThat(core.nextStep(Queue.EXEC)).isInstanceOf(WorkerCore.Step.Claim.class);
  }

  @Test
  void a_worker_that_knows_of_no_work_waits_for_a_hint() {
    core.claimed(claim(), List.of());
    assertThat(core.nextStep(Queue.EXEC)).isEqualTo(new WorkerCore.Step.AwaitHint());
  }

  @Test
  void a_worker_does_not_run_far_ahead_of_what_the_store_has_heard() {
    for (int i = 0; i < 667; i++) {
      start(3).forEach(this::done);
    }
    start(2).forEach(this::done);
    core.hinted(Queue.EXEC);
    assertThat(core.nextClaim(Queue.EXEC)).as("2003 ends are not told yet").isEmpty();
    told();
    assertThat(core.nextClaim(Queue.EXEC)).isPresent();
  }

  @Test
  void there_is_one_claim_at_a_time_and_one_that_failed_is_tried_again() {
    ClaimRequest request = claim();
    assertThat(core.nextClaim(Queue.EXEC)).isEmpty();
    core.claimFailed(request);
    assertThat(core.nextClaim(Queue.EXEC)).isPresent();
  }

  @Test
  void nothing_is_claimed_from_a_queue_of_which_the_worker_knows_no_type() {
    assertThat(core.nextClaim(Queue.STAGE)).isEmpty();
    assertThat(core.hungry(Queue.STAGE)).isFalse();
  }

  @Test
  void no_more_jobs_run_than_there_are_slots() {
    start(3);
    core.hinted(Queue.EXEC);
    assertThat(core.nextClaim(Queue.EXEC)).isEmpty();
    assertThat(core.nextStart(START)).isEmpty();
  }

  @Test
  void short_jobs_are_held_ready_ahead_of_their_slots_and_long_ones_are_not() {
    assertThat(roomAfterJobsOf(Duration.ofMillis(1))).isGreaterThan(SLOTS);
    assertThat(roomAfterJobsOf(Duration.ofSeconds(1))).as("a batch").isEqualTo(2);
  }

  private int roomAfterJobsOf(Duration length) {
    WorkerCore own = core(50);
    ClaimRequest request = own.nextClaim(Queue.EXEC).orElseThrow();
    List<ClaimedJob> jobs = jobs(2);
    own.claimed(request, jobs);
    for (ClaimedJob job : jobs) {
      assertThat(own.nextStart(START)).isPresent();
      own.ended(job.claim(), JobOutcome.Done.nothing(), START.plus(length));
    }
    return own.nextClaim(Queue.EXEC).orElseThrow().max();
  }

  @Test
  @Tag("D4")
  void under_load_it_takes_half_and_under_more_nothing() {
    core.loaded(Load.WARNING);
    assertThat(claim().max()).isEqualTo(1);
    core.loaded(Load.CRITICAL);
    assertThat(core.hungry(Queue.EXEC)).isFalse();
    core.loaded(Load.NORMAL);
    assertThat(core.hungry(Queue.EXEC)).isTrue();
  }

  // Losing.

  @Test
  @Tag("J4")
  void code_whose_job_is_lost_is_interrupted_and_what_it_returns_is_thrown_away() {
    ClaimedJob job = start(1).getFirst();
    core.beaten(lost(job.claim()), false, START);
    assertThat(core.interruptions())
        .containsExactly(new WorkerCore.Interruption(job.claim(), StopReason.LOST));
    assertThat(core.beat("[]").held()).isEmpty();
    core.ended(job.claim(), JobOutcome.Done.nothing(), START);
    assertThat(core.nextSettle()).isEmpty();
    assertThat(core.running()).isZero();
  }

  @Test
  @Tag("J4")
  void a_job_lost_before_it_began_never_begins() {
    List<ClaimedJob> jobs = jobs(1);
    core.claimed(claim(), jobs);
    core.beaten(lost(jobs.getFirst().claim()), false, START);
    assertThat(core.nextStart(START)).isEmpty();
    assertThat(core.empty()).isTrue();
  }

  @Test
  @Tag("J4")
  void a_lost_lease_loses_everything_and_even_results_on_their_way() {
    List<ClaimedJob> jobs = start(2);
    done(jobs.getFirst());
    List<Settlement> underWay = core.nextSettle();
    assertThat(underWay).hasSize(1);
    core.beaten(HeartbeatAnswer.leaseLost(List.of()), false, START);
    core.settleFailed(underWay);
    assertThat(core.nextSettle()).as("it belonged to the lease that is gone").isEmpty();
    assertThat(core.interruptions()).hasSize(1);
    done(jobs.getLast());
    assertThat(core.empty()).isTrue();
  }

  @Test
  @Tag("J4")
  void what_is_being_settled_is_not_called_lost() {
    ClaimedJob job = start(1).getFirst();
    done(job);
    List<Settlement> batch = core.nextSettle();
    core.beaten(lost(job.claim()), false, START);
    assertThat(core.interruptions()).isEmpty();
    core.settleFailed(batch);
    assertThat(core.nextSettle()).as("the store decides").isEqualTo(batch);
  }

  @Test
  void a_stray_is_handed_back_when_it_is_stray_twice_in_a_row() {
    Claim stray = job(99).claim();
    core.beaten(stray(stray), false, START);
    assertThat(core.nextSettle()).isEmpty();
    core.beaten(stray(stray), false, START);
    assertThat(core.nextSettle()).containsExactly(new Settlement.HandedBack(stray, null));
  }

  @Test
  void a_stray_may_be_a_claim_that_is_still_on_its_way() {
    Claim stray = job(99).claim();
    core.beaten(stray(stray), true, START);
    core.beaten(stray(stray), false, START);
    assertThat(core.nextSettle()).isEmpty();
  }

  // Stopping.

  @Test
  @Tag("J10")
  void a_cancelled_job_is_interrupted_and_confirmed_when_it_stopped() {
    ClaimedJob job = start(1).getFirst();
    core.beaten(cancel(job.claim()), false, START);
    assertThat(core.interruptions())
        .containsExactly(new WorkerCore.Interruption(job.claim(), StopReason.CANCELLED));
    core.beaten(cancel(job.claim()), false, START);
    assertThat(core.interruptions()).as("told once").isEmpty();
    core.ended(job.claim(), broken(true), START);
    assertThat(core.nextSettle()).containsExactly(new Settlement.Stopped(job.claim()));
  }

  @Test
  @Tag("J10")
  void what_was_done_before_the_cancel_was_heard_counts() {
    ClaimedJob job = start(1).getFirst();
    core.beaten(cancel(job.claim()), false, START);
    done(job);
    assertThat(core.nextSettle().getFirst()).isInstanceOf(Settlement.Completed.class);
  }

  @Test
  @Tag("J2")
  void an_execution_over_its_time_is_interrupted_and_counted_as_a_failure() {
    ClaimedJob job = start(1).getFirst();
    Duration end = START.plus(job.timeout());
    assertThat(core.nextDeadline()).contains(end);
    core.timePassed(end.minusMillis(1));
    assertThat(core.interruptions()).isEmpty();
    core.timePassed(end);
    assertThat(core.interruptions())
        .containsExactly(new WorkerCore.Interruption(job.claim(), StopReason.TIMED_OUT));
    core.ended(job.claim(), new JobOutcome.HandBack(null), end);
    assertThat(core.nextSettle()).singleElement().isInstanceOf(Settlement.Failed.class);
  }

  @Test
  @Tag("J2")
  void code_that_does_not_listen_loses_its_job_but_keeps_its_slot() {
    ClaimedJob job = start(1).getFirst();
    Duration end = START.plus(job.timeout());
    core.timePassed(end);
    core.timePassed(end.plusSeconds(9));
    assertThat(core.nextSettle()).isEmpty();
    core.timePassed(end.plusSeconds(10));
    List<Settlement> told = core.nextSettle();
    assertThat(told).singleElement().isInstanceOf(Settlement.Failed.class);
    core.settled(told, List.of(SettleAnswer.ACCEPTED));
    assertThat(core.running()).isEqualTo(1);
    assertThat(core.beat("[]").held()).isEmpty();
    done(job);
    assertThat(core.nextSettle()).as("too late").isEmpty();
    assertThat(core.running()).isZero();
  }

  @Test
  @Tag("J11")
  void going_down_hands_back_what_has_not_begun_and_lets_the_rest_finish() {
    ClaimedJob running = start(1).getFirst();
    core.hinted(Queue.EXEC);
    List<ClaimedJob> waiting = jobs(1);
    core.claimed(claim(), waiting);
    core.stopRequested();
    assertThat(told()).containsExactly(new Settlement.HandedBack(waiting.getFirst().claim(), null));
    assertThat(core.nextStart(START)).isEmpty();
    core.hinted(Queue.EXEC);
    assertThat(core.nextClaim(Queue.EXEC)).isEmpty();
    assertThat(core.interruptions()).isEmpty();
    assertThat(core.stopReason(running.claim())).contains(StopReason.SHUTDOWN);
    assertThat(core.status()).isEqualTo(WorkerStatus.DRAINING);
    assertThat(core.beat("[]").held()).containsExactly(running.claim());
    done(running);
    assertThat(told()).singleElement().isInstanceOf(Settlement.Completed.class);
    assertThat(core.empty()).isTrue();
  }

  @Test
  @Tag("J11")
  void a_claim_that_arrives_while_going_down_is_handed_back() {
    ClaimRequest request = claim();
    core.stopRequested();
    List<ClaimedJob> jobs = jobs(1);
    core.claimed(request, jobs);
    assertThat(told()).containsExactly(new Settlement.HandedBack(jobs.getFirst().claim(), null));
  }

  @Test
  @Tag("J11")
  void after_the_grace_running_code_is_interrupted_and_handed_back_free_of_charge() {
    ClaimedJob job = start(1).getFirst();
    core.stopRequested();
    core.graceOver(START);
    assertThat(core.interruptions())
        .containsExactly(new WorkerCore.Interruption(job.claim(), StopReason.SHUTDOWN));
    core.ended(job.claim(), broken(true), START);
    assertThat(told()).containsExactly(new Settlement.HandedBack(job.claim(), null));
  }

  @Test
  @Tag("J11")
  void what_fails_for_good_while_going_down_has_failed() {
    ClaimedJob job = start(1).getFirst();
    core.stopRequested();
    core.graceOver(START);
    core.ended(job.claim(), broken(false), START);
    assertThat(told()).singleElement().isInstanceOf(Settlement.Failed.class);
  }

  @Test
  @Tag("J11")
  void what_does_not_stop_goes_back_without_it() {
    ClaimedJob job = start(1).getFirst();
    core.stopRequested();
    core.graceOver(START);
    core.giveUpRunning();
    assertThat(told()).containsExactly(new Settlement.HandedBack(job.claim(), null));
    assertThat(core.allTold()).isTrue();
  }

  @Test
  @Tag("J11")
  void a_drain_is_asked_for_and_can_be_taken_back() {
    ClaimedJob job = start(1).getFirst();
    core.beaten(drain(), false, START);
    assertThat(core.status()).isEqualTo(WorkerStatus.DRAINING);
    assertThat(core.hungry(Queue.EXEC)).isFalse();
    done(job);
    told();
    assertThat(core.status()).isEqualTo(WorkerStatus.DRAINED);
    core.beaten(nothing(), false, START);
    assertThat(core.status()).isEqualTo(WorkerStatus.ACTIVE);
    assertThat(core.hungry(Queue.EXEC)).isTrue();
  }

  // Telling.

  @Test
  @Tag("J5")
  void a_failure_waits_longer_each_time() {
    ClaimedJob first = start(1).getFirst();
    core.ended(first.claim(), broken(true), START);
    var failed = (Settlement.Failed) told().getFirst();
    assertThat(failed.delay()).isBetween(Duration.ofMillis(750), Duration.ofMillis(1250));
  }

  @Test
  void an_end_that_could_not_be_told_is_told_before_newer_ones() {
    List<ClaimedJob> jobs = start(2);
    done(jobs.getFirst());
    List<Settlement> first = core.nextSettle();
    assertThat(core.nextSettle()).as("one batch at a time").isEmpty();
    done(jobs.getLast());
    core.settleFailed(first);
    assertThat(core.nextSettle())
        .extracting(Settlement::claim)
        .containsExactly(jobs.getFirst().claim(), jobs.getLast().claim());
  }

  @Test
  void a_job_stays_in_hand_until_its_end_is_told() {
    ClaimedJob job = start(1).getFirst();
    done(job);
    assertThat(core.beat("[]").held()).containsExactly(job.claim());
    told();
    assertThat(core.beat("[]").held()).isEmpty();
  }

  @Test
  void a_heartbeat_says_what_it_would_take_only_while_there_is_room() {
    core.claimed(claim(), List.of());
    assertThat(core.beat("[]").looking())
        .extracting(ClaimRequest::queue)
        .containsExactly(Queue.EXEC);
    core.hinted(Queue.EXEC);
    start(3);
    assertThat(core.beat("[]").looking()).isEmpty();
  }

  // What tests say.

  private ClaimRequest claim() {
    return core.nextClaim(Queue.EXEC).orElseThrow();
  }

  private List<ClaimedJob> start(int count) {
    var started = new ArrayList<ClaimedJob>();
    while (started.size() < count) {
      core.hinted(Queue.EXEC);
      ClaimRequest request = claim();
      core.claimed(request, jobs(Math.min(request.max(), count - started.size())));
      Optional<ClaimedJob> next = core.nextStart(START);
      while (next.isPresent()) {
        started.add(next.get());
        next = core.nextStart(START);
      }
    }
    return started;
  }

  private void done(ClaimedJob job) {
    core.ended(job.claim(), JobOutcome.Done.nothing(), START);
  }

  private List<Settlement> told() {
    List<Settlement> batch = core.nextSettle();
    core.settled(batch, Collections.nCopies(batch.size(), SettleAnswer.ACCEPTED));
    return batch;
  }

  private List<ClaimedJob> jobs(int count) {
    var jobs = new ArrayList<ClaimedJob>();
    for (int i = 0; i < count; i++) {
      jobs.add(job(++lastJob));
    }
    return jobs;
  }

  private static ClaimedJob job(long id) {
    return new ClaimedJob(
        new JobId(id),
        new RunId(1),
        Stage.EXEC,
        (int) id,
        TYPE,
        new Epoch(1),
        0,
        3,
        Duration.ofMinutes(5),
        "{}",
        null);
  }

  private static JobOutcome broken(boolean retryable) {
    return new JobOutcome.Fail(Problem.of(CoreError.UNAVAILABLE, "broken on purpose"), retryable);
  }

  private static HeartbeatAnswer nothing() {
    return new HeartbeatAnswer(false, false, List.of(), List.of(), List.of(), Set.of(), false);
  }

  private static HeartbeatAnswer lost(Claim claim) {
    return new HeartbeatAnswer(false, false, List.of(claim), List.of(), List.of(), Set.of(), false);
  }

  private static HeartbeatAnswer cancel(Claim claim) {
    return new HeartbeatAnswer(false, false, List.of(), List.of(claim), List.of(), Set.of(), false);
  }

  private static HeartbeatAnswer stray(Claim claim) {
    return new HeartbeatAnswer(false, false, List.of(), List.of(), List.of(claim), Set.of(), false);
  }

  private static HeartbeatAnswer drain() {
    return new HeartbeatAnswer(false, true, List.of(), List.of(), List.of(), Set.of(), false);
  }
}
