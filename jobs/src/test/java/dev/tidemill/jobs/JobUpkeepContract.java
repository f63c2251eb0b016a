package dev.tidemill.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every {@link JobUpkeep} promises. */
@Tag("J6")
@Tag("J12")
public abstract class JobUpkeepContract extends StoreContract {

  @Test
  void a_worker_that_gives_signs_of_life_keeps_its_jobs_however_long_they_take() {
    submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    pass(LEASE.multipliedBy(10), worker);
    assertThat(view(job).epoch()).isEqualTo(job.epoch());
    assertThat(complete(worker, job)).isEqualTo(SettleAnswer.ACCEPTED);
  }

  @Test
  void the_jobs_of_a_dead_worker_are_pending_again_with_a_failure_counted() {
    submit(2);
    WorkerLease dead = worker("dead");
    claim(dead, 2);
    WorkerLease alive = worker("alive");
    silence(alive);
    assertThat(claim(alive, 2)).hasSize(2).allMatch(job -> job.failures() == 1);
    assertThat(store().count("attempts", Map.of("outcome", "lost"))).isEqualTo(2);
  }

  @Test
  void a_job_that_kills_every_worker_ends_failed() {
    RunId run = submit(1);
    ClaimedJob poison = claimOne(worker("victim-1"));
    silence();
    for (int life = 2; life <= 3; life++) {
      poison = claimOne(worker("victim-" + life));
      silence();
    }
    assertThat(view(poison).status()).isEqualTo(JobStatus.FAILED);
    assertThat(view(run).status()).isEqualTo(RunStatus.FAILED);
    assertThat(view(run).error()).contains("WORKER_LOST", "victim-3");
  }

  @Test
  @Tag("J10")
  void a_job_that_was_asked_to_stop_is_cancelled_when_its_worker_dies() {
    RunId run = submit(1);
    ClaimedJob job = claimOne(worker("dead"));
    intake().cancel(run);
    silence();
    assertThat(view(job).status()).isEqualTo(JobStatus.CANCELLED);
    assertThat(view(run).status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  void nobody_is_declared_dead_before_the_store_was_seen_healthy_for_a_lease() {
    submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    // The store was away, or the machine slept, for far longer than the lease.
    time.advance(Duration.ofHours(1));
    JobUpkeep fresh = store().newUpkeep();
    assertThat(fresh.reclaim().held()).isTrue();
    time.advance(UPKEEP_INTERVAL);
    assertThat(fresh.reclaim().held()).isTrue();
    leases().heartbeat(worker, Heartbeat.holding(List.of(job.claim())));
    for (int i = 0; i < 10; i++) {
      time.advance(UPKEEP_INTERVAL);
      leases().heartbeat(worker, Heartbeat.holding(List.of(job.claim())));
      assertThat(fresh.reclaim().workers()).isZero();
    }
    assertThat(complete(worker, job)).isEqualTo(SettleAnswer.ACCEPTED);
  }

  @Test
  void a_gap_in_watching_starts_the_amnesty_anew() {
    submit(1);
    claimOne(worker("w"));
    silenceWithout(upkeep());
    // Here the laptop's lid is closed: the store's clock runs on, nobody watches.
    time.advance(Duration.ofHours(8));
    assertThat(upkeep().reclaim()).isEqualTo(JobUpkeep.Reclaimed.HELD);
  }

  @Test
  void a_jump_of_the_stores_clock_alone_starts_the_amnesty_anew() {
    submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    pass(LEASE.multipliedBy(2), worker);
    time.advance(UPKEEP_INTERVAL);
    time.jumpWallClock(Duration.ofHours(2));
    assertThat(upkeep().reclaim()).isEqualTo(JobUpkeep.Reclaimed.HELD);
    assertThat(complete(worker, job)).isEqualTo(SettleAnswer.ACCEPTED);
  }

  @Test
  void a_look_the_store_does_not_answer_starts_the_amnesty_anew() {
    submit(1);
    WorkerLease worker = worker("w");
    claimOne(worker);
    pass(LEASE, worker);
    pass(LEASE);
    time.advance(UPKEEP_INTERVAL.dividedBy(2));
    store().away(true);
    assertThatThrownBy(upkeep()::reclaim).isInstanceOf(RuntimeException.class);
    store().away(false);
    time.advance(UPKEEP_INTERVAL.dividedBy(2));
    assertThat(upkeep().reclaim()).isEqualTo(JobUpkeep.Reclaimed.HELD);
  }

  @Test
  void one_page_of_jobs_is_not_the_end_of_a_reclaim() {
    submit(450);
    claim(worker("dead"), 450);
    pass(LEASE);
    time.advance(UPKEEP_INTERVAL);
    assertThat(upkeep().reclaim()).isEqualTo(new JobUpkeep.Reclaimed(1, 450, 0, 0, false));
  }

  @Test
  void any_number_may_reclaim_at_once_and_each_job_is_taken_once() {
    submit(300);
    WorkerLease dead = worker("dead");
    claim(dead, 300);
    List<JobUpkeep> many = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      many.add(store().newUpkeep());
    }
    for (int i = 0; i < 3; i++) {
      time.advance(UPKEEP_INTERVAL);
      many.forEach(JobUpkeep::reclaim);
    }
    time.advance(UPKEEP_INTERVAL);
    AtOnce.run(many.stream().<AtOnce.Action>map(one -> one::reclaim).toList());
    assertThat(store().count("jobs", Map.of("status", "pending", "failures", 1L))).isEqualTo(300);
    assertThat(store().count("attempts")).isEqualTo(300);
  }

  @Test
  void a_run_past_its_deadline_fails_and_the_rest_is_cancelled() {
    RunId run = intake().submit(RunSpec.of("test", jobs(2)).deadline(Duration.ofMinutes(2))).run();
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    assertThat(upkeep().failOverdue()).isZero();
    time.advance(Duration.ofMinutes(3));
    assertThat(upkeep().failOverdue()).isEqualTo(1);
    assertThat(upkeep().failOverdue()).isZero();
    assertThat(view(run).status()).isEqualTo(RunStatus.FAILED);
    assertThat(view(run).error()).contains("DEADLINE_PASSED");
    assertThat(leases().heartbeat(worker, Heartbeat.holding(List.of(job.claim()))).cancel())
        .containsExactly(job.claim());
  }

  @Test
  @Tag("J10")
  void a_run_that_is_being_cancelled_stays_so_past_its_deadline_and_holds_up_no_other() {
    RunSpec brief = RunSpec.of("test", jobs(1)).deadline(Duration.ofMinutes(2));
    RunId cancelling = intake().submit(brief).run();
    ClaimedJob held = claimOne(worker("w"));
    intake().cancel(cancelling);
    RunId overdue = intake().submit(brief).run();
    time.advance(Duration.ofMinutes(3));
    assertThat(upkeep().failOverdue()).isEqualTo(1);
    assertThat(view(overdue).status()).isEqualTo(RunStatus.FAILED);
    assertThat(view(cancelling).status()).isEqualTo(RunStatus.CANCELLING);
    assertThat(view(held).cancelRequested()).isTrue();
  }

  @Test
  @Tag("J7")
  void a_gate_left_shut_is_opened_from_the_jobs_themselves() {
    RunId run = submit(2);
    WorkerLease worker = worker("w");
    claim(worker, 2).forEach(job -> complete(worker, job));
    // What no code path does: the counters and the state are wrong.
    store().set("runs", "status", "executing");
    store().set("runs", "execs_done", 1);
    store().set("runs", "ended_at", null);
    time.advance(Duration.ofMinutes(1));
    assertThat(upkeep().repairGates()).isEqualTo(1);
    assertThat(view(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(view(run).tally().execsDone()).isEqualTo(2);
    assertThat(upkeep().repairGates()).isZero();
  }

  @Test
  void a_run_that_a_claim_could_not_mark_as_begun_is_shown_as_begun() {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    // As if the run had been locked at the moment of the claim.
    store().set("runs", "status", "pending");
    store().set("runs", "started_at", null);
    assertThat(upkeep().repairGates()).isEqualTo(1);
    assertThat(view(run).status()).isEqualTo(RunStatus.EXECUTING);
    assertThat(upkeep().repairGates()).isZero();
    complete(worker, job);
    assertThat(view(run).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void a_settlement_catches_up_with_a_run_that_was_not_marked_as_begun() {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    store().set("runs", "status", "pending");
    store().set("runs", "started_at", null);
    complete(worker, job);
    assertThat(view(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(view(run).startedAt()).isNotNull();
  }

  @Test
  @Tag("J13")
  void what_ended_long_ago_is_deleted_and_nothing_else() {
    WorkerLease worker = worker("w");
    RunId old = submit(2);
    claim(worker, 2).forEach(job -> complete(worker, job));
    time.advance(Duration.ofDays(8));
    RunId fresh = submit(1);
    assertThat(upkeep().retain(Duration.ofDays(7))).isEqualTo(1);
    assertThat(intake().find(old)).isEmpty();
    assertThat(intake().find(fresh)).isPresent();
    assertThat(store().count("attempts")).isZero();
    assertThat(store().count("jobs")).isEqualTo(1);
  }

  @Test
  @Tag("J13")
  void what_has_not_ended_or_is_still_held_is_kept_however_old() {
    WorkerLease worker = worker("w");
    RunId stopping = submit(2);
    List<ClaimedJob> jobs = claim(worker, 2);
    settle(worker, failure(jobs.getFirst(), false));
    assertThat(view(stopping).status()).isEqualTo(RunStatus.FAILED);
    RunId waiting = submit(1);
    time.advance(Duration.ofDays(30));
    assertThat(upkeep().retain(Duration.ofDays(7))).isZero();
    assertThat(view(waiting).status()).isEqualTo(RunStatus.PENDING);
    settle(worker, new Settlement.Stopped(jobs.getLast().claim()));
    assertThat(upkeep().retain(Duration.ofDays(7))).isEqualTo(1);
    assertThat(intake().find(stopping)).isEmpty();
    assertThat(intake().find(waiting)).isPresent();
  }

  @Test
  @Tag("J7")
  void wrong_counters_of_a_run_that_goes_on_are_put_right() {
    RunId run = submit(2);
    WorkerLease worker = worker("w");
    complete(worker, claimOne(worker));
    store().set("runs", "execs_done", 0);
    time.advance(Duration.ofMinutes(1));
    assertThat(upkeep().repairGates()).isEqualTo(1);
    assertThat(view(run).tally().execsDone()).isEqualTo(1);
    assertThat(view(run).status()).isEqualTo(RunStatus.EXECUTING);
  }

  @Test
  @Tag("J11")
  void a_claim_that_raced_with_its_workers_stop_costs_nothing() {
    submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    store().set("workers", "status", "stopped");
    upkeep().reclaim();
    assertThat(view(job).status()).isEqualTo(JobStatus.PENDING);
    assertThat(view(job).failures()).isZero();
  }

  @Test
  @Tag("J13")
  void a_run_that_a_snapshot_needs_is_kept_and_holds_up_no_other() {
    WorkerLease worker = worker("w");
    RunId kept = submit(1);
    complete(worker, claimOne(worker));
    RunId old = submit(1);
    complete(worker, claimOne(worker));
    store().need(kept);
    time.advance(Duration.ofDays(8));
    assertThat(upkeep().retain(Duration.ofDays(7))).isEqualTo(1);
    assertThat(intake().find(kept)).isPresent();
    assertThat(intake().find(old)).isEmpty();
    store().need(null);
  }

  @Test
  @Tag("J13")
  void workers_that_ended_long_ago_are_forgotten() {
    WorkerLease gone = worker("gone");
    leases().stop(gone);
    time.advance(Duration.ofDays(8));
    worker("here");
    upkeep().retain(Duration.ofDays(7));
    assertThat(store().count("workers")).isEqualTo(1);
  }

  @Test
  void a_run_that_upkeep_cannot_move_holds_up_no_other() {
    RunId broken =
        intake().submit(RunSpec.staged("test", List.of(job().queue(Queue.STAGE)), jobs(1))).run();
    RunId fine = submit(1);
    store().spoil(broken);
    store().set("runs", broken.value(), "plans_done", 1);
    store().set("jobs", "status", "completed");
    time.advance(Duration.ofMinutes(1));
    assertThat(upkeep().repairGates()).isEqualTo(1);
    assertThat(view(fine).status()).isEqualTo(RunStatus.COMPLETED);
  }

  private void silenceWithout(JobUpkeep one) {
    for (int i = 0; i < 2; i++) {
      time.advance(UPKEEP_INTERVAL);
      one.reclaim();
    }
  }
}
