package dev.tidemill.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.RunStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keys, drains, logs, hints and all that those who look after a fleet see and ask for. */
@Tag("J12")
public abstract class FleetContract extends StoreContract {

  // Keys.

  @Test
  @Tag("J15")
  void no_more_jobs_of_a_key_run_at_once_than_its_limit_says() {
    intake().submit(RunSpec.of("test", keyed(5, "api")).keyLimits(Map.of("api", 2)));
    WorkerLease worker = worker("w");
    List<ClaimedJob> first = claim(worker, 10);
    assertThat(first).extracting(ClaimedJob::ordinal).containsExactly(0, 1);
    assertThat(claim(worker, 10)).isEmpty();
    complete(worker, first.getFirst());
    assertThat(claim(worker("other"), 10)).extracting(ClaimedJob::ordinal).containsExactly(2);
  }

  @Test
  @Tag("J15")
  void a_full_key_does_not_stand_in_the_way_of_others() {
    var jobs = new ArrayList<>(keyed(300, "api"));
    jobs.add(job());
    jobs.addAll(keyed(1, "free"));
    intake().submit(RunSpec.of("test", jobs).keyLimits(Map.of("api", 1)));
    WorkerLease worker = worker("w");
    assertThat(claim(worker, 3)).extracting(ClaimedJob::ordinal).containsExactly(0, 300, 301);
    assertThat(claim(worker, 3)).isEmpty();
  }

  @Test
  @Tag("J15")
  void a_key_with_little_room_costs_others_no_place() {
    var jobs = new ArrayList<>(keyed(3, "api"));
    jobs.addAll(jobs(3));
    intake().submit(RunSpec.of("test", jobs).keyLimits(Map.of("api", 1)));
    assertThat(claim(worker("w"), 3)).extracting(ClaimedJob::ordinal).containsExactly(0, 3, 4);
  }

  @Test
  @Tag("J15")
  void a_key_without_a_limit_has_none_and_priority_goes_before_keys() {
    var jobs = new ArrayList<>(keyed(3, "any"));
    jobs.add(job().priority(1));
    intake().submit(RunSpec.of("test", jobs));
    assertThat(claim(worker("w"), 2)).extracting(ClaimedJob::ordinal).containsExactly(3, 0);
    assertThat(claim(worker("v"), 5)).extracting(ClaimedJob::ordinal).containsExactly(1, 2);
  }

  @Test
  @Tag("J15")
  void a_parked_job_does_not_count_for_its_key() {
    intake().submit(RunSpec.of("test", keyed(2, "api")).keyLimits(Map.of("api", 1)));
    WorkerLease worker = worker("w");
    ClaimedJob first = claimOne(worker);
    settle(worker, new Settlement.Parked(first.claim(), Duration.ofMinutes(1), "{}"));
    assertThat(claimOne(worker).ordinal()).isEqualTo(1);
  }

  @Test
  @Tag("J15")
  void many_who_claim_at_once_do_not_overrun_a_limit() {
    intake().submit(RunSpec.of("test", keyed(40, "api")).keyLimits(Map.of("api", 3)));
    List<WorkerLease> workers = List.of(worker("a"), worker("b"), worker("c"), worker("d"));
    var claims = new ArrayList<AtOnce.Action>();
    workers.forEach(worker -> claims.add(() -> claim(worker, 10)));
    AtOnce.run(claims);
    assertThat(store().count("jobs", Map.of("status", "claimed"))).isBetween(1L, 3L);
  }

  private static List<JobSpec> keyed(int count, String key) {
    return jobs(count).stream().map(job -> job.key(key)).toList();
  }

  // Finding what was passed by.

  @Test
  @Tag("J3")
  void a_job_handed_back_behind_the_place_where_claims_have_got_to_is_found() {
    submit(30);
    WorkerLease worker = worker("w");
    ClaimedJob first = claimOne(worker);
    claim(worker, 20);
    settle(worker, new Settlement.HandedBack(first.claim(), null));
    assertThat(claimOne(worker).id()).as("it kept its place").isEqualTo(first.id());
  }

  @Test
  @Tag("J15")
  void a_new_priority_is_seen_at_once() {
    submit(5);
    WorkerLease worker = worker("w");
    claimOne(worker);
    intake().submit(RunSpec.of("urgent", List.of(job().priority(-5))));
    assertThat(claimOne(worker).type()).isEqualTo(TYPE);
    assertThat(store().count("jobs", Map.of("status", "claimed", "priority", -5L))).isEqualTo(1);
  }

  @Test
  @Tag("J3")
  void many_jobs_of_types_nobody_knows_do_not_hide_those_that_are_known() {
    var jobs = new ArrayList<JobSpec>();
    for (int i = 0; i < 500; i++) {
      jobs.add(JobSpec.of(JobType.of("unknown"), "{}"));
    }
    jobs.add(job());
    intake().submit(RunSpec.of("test", jobs));
    assertThat(claimOne(worker("w")).ordinal()).isEqualTo(500);
  }

  // Hints.

  @Test
  @Tag("J8")
  void a_heartbeat_tells_of_due_work_that_the_worker_could_take() {
    WorkerLease worker = worker("w");
    assertThat(due(worker)).isEmpty();
    intake().submit(RunSpec.of("test", List.of(job().delay(Duration.ofSeconds(10)))));
    assertThat(due(worker)).as("not due yet").isEmpty();
    time.advance(Duration.ofSeconds(10));
    assertThat(due(worker)).containsExactly(Queue.EXEC);
    claimOne(worker);
    assertThat(due(worker)).isEmpty();
    intake().submit(RunSpec.of("test", List.of(JobSpec.of(JobType.of("other"), "{}"))));
    assertThat(due(worker)).as("of a type it does not know").isEmpty();
  }

  private Set<Queue> due(WorkerLease worker) {
    var request = new ClaimRequest(Queue.EXEC, 1, Set.of(TYPE), Set.of());
    return leases().heartbeat(worker, Heartbeat.holding(List.of()).looking(List.of(request))).due();
  }

  @Test
  @Tag("J6")
  void upkeep_is_due_when_nobody_had_a_turn_and_turns_come_one_at_a_time() {
    WorkerLease worker = worker("w");
    assertThat(leases().heartbeat(worker, Heartbeat.holding(List.of())).upkeepDue()).isTrue();
    JobUpkeep other = store().newUpkeep();
    assertThat(upkeep().turn(UPKEEP_INTERVAL)).isTrue();
    assertThat(other.turn(UPKEEP_INTERVAL)).isFalse();
    assertThat(leases().heartbeat(worker, Heartbeat.holding(List.of())).upkeepDue()).isFalse();
    time.advance(UPKEEP_INTERVAL.plusSeconds(1));
    assertThat(leases().heartbeat(worker, Heartbeat.holding(List.of())).upkeepDue()).isTrue();
    assertThat(other.turn(UPKEEP_INTERVAL)).isTrue();
  }

  @Test
  @Tag("J6")
  void a_turn_taken_by_a_clock_that_was_set_back_does_not_last() {
    assertThat(upkeep().turn(UPKEEP_INTERVAL)).isTrue();
    store().postponeTurn(Duration.ofHours(1));
    assertThat(upkeep().turn(UPKEEP_INTERVAL)).isTrue();
  }

  @Test
  @Tag("J6")
  void upkeep_knows_which_queues_have_due_work_whatever_its_type() {
    assertThat(upkeep().due()).isEmpty();
    intake()
        .submit(
            RunSpec.of(
                "test",
                List.of(
                    job().delay(Duration.ofHours(1)),
                    JobSpec.of(JobType.of("zebra"), "{}").queue(Queue.STAGE).priority(7))));
    assertThat(upkeep().due()).containsExactly(Queue.STAGE);
    time.advance(Duration.ofSeconds(4));
    assertThat(upkeep().backlog())
        .containsOnly(Map.entry(Queue.STAGE, new JobUpkeep.Backlog(1, Duration.ofSeconds(4))));
    time.advance(Duration.ofHours(1));
    assertThat(upkeep().due()).containsExactlyInAnyOrder(Queue.STAGE, Queue.EXEC);
  }

  // Workers.

  @Test
  @Tag("J11")
  void a_drain_is_told_with_the_next_heartbeat_and_can_be_taken_back() {
    submit(1);
    WorkerLease worker = worker("w");
    assertThat(fleet().drain("w").drainRequested()).isTrue();
    assertThat(fleet().drain("w").drainRequested()).as("again").isTrue();
    assertThat(claim(worker, 1)).isEmpty();
    assertThat(leases().heartbeat(worker, Heartbeat.holding(List.of())).drain()).isTrue();
    assertThat(fleet().undrain("w").drainRequested()).isFalse();
    assertThat(leases().heartbeat(worker, Heartbeat.holding(List.of())).drain()).isFalse();
    assertThat(claim(worker, 1)).hasSize(1);
    assertThatThrownBy(() -> fleet().drain("nobody"))
        .isInstanceOfSatisfying(
            TidemillException.class, e -> assertThat(e.code()).isEqualTo(CoreError.NOT_FOUND));
  }

  @Test
  void workers_are_shown_with_what_they_hold_and_the_gone_only_when_asked_for() {
    submit(2);
    WorkerLease busy = worker("busy");
    claim(busy, 2);
    leases().stop(worker("gone"));
    assertThat(fleet().workers(false))
        .singleElement()
        .satisfies(
            view -> {
              assertThat(view.name()).isEqualTo("busy");
              assertThat(view.held()).isEqualTo(2);
              assertThat(view.lease()).isEqualTo(LEASE);
            });
    assertThat(fleet().workers(true)).extracting(WorkerView::name).containsExactly("busy", "gone");
  }

  @Test
  @Tag("J3")
  void what_nobody_can_run_is_told_apart_from_what_waits_its_turn() {
    intake()
        .submit(
            RunSpec.of(
                "test",
                List.of(
                    JobSpec.of(JobType.of("known"), "{}"),
                    JobSpec.of(JobType.of("known"), "{}").requires("gpu"),
                    JobSpec.of(JobType.of("unknown"), "{}"))));
    leases()
        .register(
            new WorkerHello(
                "i", "w", null, "host", 1, "test", 1, List.of("big"), List.of("known:1"), LEASE));
    time.advance(Duration.ofSeconds(3));
    List<Waiting> waiting = fleet().waiting();
    assertThat(waiting).hasSize(3).allMatch(group -> group.oldest().equals(Duration.ofSeconds(3)));
    assertThat(waiting)
        .filteredOn(Waiting::known)
        .singleElement()
        .satisfies(
            group -> {
              assertThat(group.type().name()).isEqualTo("known");
              assertThat(group.requires()).isEmpty();
            });
  }

  // Logs.

  @Test
  @Tag("J16")
  void lines_are_kept_only_from_the_current_epoch() {
    submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob first = claimOne(worker);
    leases().log(worker, List.of(new JobLines(first.claim(), List.of("one", "two\0"))));
    settle(worker, new Settlement.HandedBack(first.claim(), null));
    ClaimedJob second = claimOne(worker);
    leases().log(worker, List.of(new JobLines(first.claim(), List.of("from the grave"))));
    leases().log(worker("thief"), List.of(new JobLines(second.claim(), List.of("not mine"))));
    leases().log(worker, List.of(new JobLines(second.claim(), List.of("three"))));
    assertThat(intake().log(first.id(), 0, 10))
        .extracting(LogLine::line)
        .containsExactly("one", "two\uFFFD", "three");
    assertThat(intake().log(first.id(), 0, 1)).hasSize(1);
  }

  // Again and again.

  @Test
  @Tag("J13")
  void doing_everything_again_is_a_new_run_and_the_old_one_stays() {
    RunId old =
        intake().submit(RunSpec.staged("test", List.of(job().queue(Queue.STAGE)), jobs(2))).run();
    WorkerLease worker = worker("w");
    ClaimedJob plan = claim(worker, Queue.STAGE, 1).getFirst();
    settle(worker, failure(plan, false));
    assertThat(view(old).status()).isEqualTo(RunStatus.FAILED);
    RunId again = intake().again(old).run();
    assertThat(again).isNotEqualTo(old);
    assertThat(view(old).status()).isEqualTo(RunStatus.FAILED);
    ClaimedJob replan = claim(worker, Queue.STAGE, 1).getFirst();
    assertThat(replan.run()).isEqualTo(again);
    complete(worker, replan);
    claim(worker, 5).forEach(job -> complete(worker, job));
    assertThat(view(again).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(view(again).tally().done()).isEqualTo(3);
  }

  @Test
  @Tag("J13")
  void one_job_can_be_retried_where_jobs_finish_independently() {
    RunId run =
        intake().submit(RunSpec.of("test", jobs(2)).onJobFailure(OnJobFailure.LET_FINISH)).run();
    WorkerLease worker = worker("w");
    List<ClaimedJob> claimed = claim(worker, 2);
    settle(worker, failure(claimed.getFirst(), false));
    complete(worker, claimed.getLast());
    assertThat(view(run).status()).isEqualTo(RunStatus.FAILED);
    JobView retried = intake().retry(claimed.getFirst().id());
    assertThat(retried.status()).isEqualTo(JobStatus.PENDING);
    assertThat(retried.failures()).isZero();
    ClaimedJob again = claimOne(worker);
    assertThat(again.epoch().value()).as("never reset").isEqualTo(2);
    complete(worker, again);
    assertThat(view(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(view(run).tally().failed()).isZero();
  }

  @Test
  @Tag("J13")
  void a_job_of_a_run_that_stands_or_falls_as_one_cannot_be_retried_alone() {
    submit(2);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    settle(worker, failure(job, false));
    assertThatThrownBy(() -> intake().retry(job.id()))
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).isEqualTo(JobsError.NOTHING_TO_RETRY));
    assertThat(view(job).status()).isEqualTo(JobStatus.FAILED);
  }

  @Test
  void lists_can_be_narrowed_down() {
    RunId first = submit(2);
    RunId second = intake().submit(RunSpec.of("other", jobs(1))).run();
    WorkerLease worker = worker("w");
    complete(worker, claimOne(worker));
    assertThat(intake().runs(new RunFilter(null, "other"), Page.first(10)))
        .extracting(RunView::id)
        .containsExactly(second);
    assertThat(intake().runs(new RunFilter(RunStatus.EXECUTING, null), Page.first(10)))
        .extracting(RunView::id)
        .containsExactly(first);
    assertThat(intake().jobs(new JobFilter(first, JobStatus.PENDING, "work"), Page.first(10)))
        .extracting(JobView::ordinal)
        .containsExactly(1);
    assertThat(intake().jobs(JobFilter.ALL, Page.first(10))).hasSize(3);
  }
}
