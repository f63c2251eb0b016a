package dev.tidemill.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.state.WorkerStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The completion gate: the next stage comes exactly once, when everything before it is done. */
@Tag("J7")
public abstract class RunGateContract extends StoreContract {

  @Test
  void a_quick_first_source_does_not_open_the_gate_before_the_second_is_planned() {
    RunId run = staged(2);
    WorkerLease worker = worker("w");
    List<ClaimedJob> plans = claimStage(worker, 2);
    assertThat(view(run).status()).isEqualTo(RunStatus.STAGING);
    settle(worker, planned(plans.get(0), 1));
    complete(worker, claimStage(worker, 1).getFirst());
    assertThat(view(run).status()).isEqualTo(RunStatus.STAGING);
    settle(worker, planned(plans.get(1), 2));
    List<ClaimedJob> chunks = claimStage(worker, 2);
    complete(worker, chunks.get(0));
    assertThat(claim(worker, 1)).as("exec before staging is done").isEmpty();
    complete(worker, chunks.get(1));
    assertThat(view(run).status()).isEqualTo(RunStatus.READY);
    assertThat(view(run).tally().chunks()).isEqualTo(3);
    ClaimedJob exec = claimOne(worker);
    assertThat(exec.stage()).isEqualTo(Stage.EXEC);
    assertThat(view(run).status()).isEqualTo(RunStatus.EXECUTING);
    complete(worker, exec);
    assertThat(view(run).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void a_plan_without_children_opens_the_gate_by_itself() {
    RunId run = staged(1);
    WorkerLease worker = worker("w");
    settle(worker, planned(claimStage(worker, 1).getFirst(), 0));
    assertThat(view(run).status()).isEqualTo(RunStatus.READY);
  }

  @Test
  void a_chunk_counts_once_however_often_it_runs() {
    RunId run = staged(1);
    WorkerLease late = worker("late");
    settle(late, planned(claimStage(late, 1).getFirst(), 2));
    List<ClaimedJob> first = claimStage(late, 2);
    WorkerLease other = worker("other");
    silence(other);
    List<ClaimedJob> second = claimStage(other, 2);
    complete(other, second.get(0));
    complete(late, first.get(0));
    complete(other, second.get(0));
    assertThat(view(run).tally().chunksDone()).isEqualTo(1);
    assertThat(view(run).status()).isEqualTo(RunStatus.STAGING);
    complete(other, second.get(1));
    assertThat(view(run).tally().chunksDone()).isEqualTo(2);
    assertThat(view(run).status()).isEqualTo(RunStatus.READY);
  }

  @Test
  void a_plan_that_ran_twice_fans_out_once() {
    RunId run = staged(1);
    WorkerLease late = worker("late");
    ClaimedJob first = claimStage(late, 1).getFirst();
    WorkerLease other = worker("other");
    silence(other);
    settle(other, planned(claimStage(other, 1).getFirst(), 3));
    assertThat(settle(late, planned(first, 3))).isEqualTo(SettleAnswer.LOST);
    assertThat(view(run).tally().chunks()).isEqualTo(3);
    assertThat(store().count("jobs", Map.of("stage", "chunk"))).isEqualTo(3);
  }

  @RepeatedTest(20)
  void two_last_completions_at_the_same_time_open_the_gate_exactly_once() {
    RunId run = staged(1);
    WorkerLease left = worker("left");
    WorkerLease right = worker("right");
    settle(left, planned(claimStage(left, 1).getFirst(), 2));
    ClaimedJob one = claimStage(left, 1).getFirst();
    ClaimedJob two = claimStage(right, 1).getFirst();
    AtOnce.run(List.of(() -> complete(left, one), () -> complete(right, two)));
    assertThat(view(run).status()).isEqualTo(RunStatus.READY);
    assertThat(store().count("jobs", Map.of("stage", "exec"))).isEqualTo(1);
    assertThat(store().count("run_events", Map.of("kind", "ready"))).isEqualTo(1);
  }

  @Test
  @Tag("R7")
  void a_chunk_whose_source_is_gone_sends_its_plan_back_and_nothing_old_is_left() {
    RunId run = staged(2);
    WorkerLease worker = worker("w");
    List<ClaimedJob> plans = claimStage(worker, 2);
    settle(worker, planned(plans.get(0), 3));
    settle(worker, planned(plans.get(1), 1));
    List<ClaimedJob> chunks = claimStage(worker, 4);
    settle(worker, output(chunks.get(0), "left/part-0"));
    settle(worker, output(chunks.get(3), "right/part-0"));
    assertThat(settle(worker, restaged(chunks.get(1)))).isEqualTo(SettleAnswer.ACCEPTED);

    assertThat(settle(worker, output(chunks.get(2), "left/part-2")))
        .as("a chunk of the old generation")
        .isEqualTo(SettleAnswer.LOST);
    assertThat(outputs(run)).containsExactly("right/part-0");
    assertThat(view(run).tally().plansDone()).isEqualTo(1);
    assertThat(view(run).tally().chunks()).isEqualTo(1);
    time.advance(Duration.ofSeconds(5));
    leases().heartbeat(worker, Heartbeat.of(WorkerStatus.ACTIVE));
    ClaimedJob again = claimStage(worker, 1).getFirst();
    assertThat(again.id()).isEqualTo(plans.get(0).id());
    assertThat(again.failures()).isEqualTo(1);
    settle(worker, planned(again, 2));
    List<ClaimedJob> anew = claimStage(worker, 2);
    settle(worker, output(anew.get(0), "left/part-0"));
    settle(worker, output(anew.get(1), "left/part-1"));
    assertThat(outputs(run)).containsExactly("left/part-0", "left/part-1", "right/part-0");
    assertThat(view(run).status()).isEqualTo(RunStatus.READY);
  }

  @Test
  @Tag("R7")
  void a_plan_that_is_sent_back_too_often_fails_the_run_with_the_cause() {
    RunId run = staged(1);
    WorkerLease worker = worker("w");
    ClaimedJob plan = claimStage(worker, 1).getFirst();
    int most = plan.maxAttempts();
    for (int i = 1; i <= most; i++) {
      settle(worker, planned(plan, 1));
      settle(worker, restaged(claimStage(worker, 1).getFirst()));
      time.advance(Duration.ofSeconds(5));
      leases().heartbeat(worker, Heartbeat.of(WorkerStatus.ACTIVE));
      if (i < most) {
        plan = claimStage(worker, 1).getFirst();
      }
    }
    assertThat(view(run).status()).isEqualTo(RunStatus.FAILED);
    assertThat(view(run).error()).contains("the snapshot is gone");
  }

  @Test
  @Tag("R6")
  void staging_tells_what_completed_and_when_it_is_over() {
    RunId run = staged(1);
    WorkerLease worker = worker("w");
    assertThat(leases().staging(run)).isEqualTo(new Staging(false, List.of()));
    settle(worker, planned(claimStage(worker, 1).getFirst(), 2));
    List<ClaimedJob> chunks = claimStage(worker, 2);
    settle(worker, output(chunks.get(1), "part-1"));
    assertThat(leases().staging(run).over()).isFalse();
    assertThat(leases().staging(run).jobs()).hasSize(2);
    settle(worker, output(chunks.get(0), "part-0"));
    Staging done = leases().staging(run);
    assertThat(done.over()).isTrue();
    assertThat(done.jobs().get(1).outputs()).extracting(o -> o.name()).containsExactly("part-0");
    assertThat(done.jobs().get(1).result()).isEqualTo("{\"rows\":1}");
    assertThat(leases().staging(new RunId(99)).over()).as("a run that was deleted").isTrue();
  }

  private List<String> outputs(RunId run) {
    return intake().outputs(run, "", 10).stream().map(o -> o.output().name()).toList();
  }

  private static Settlement output(ClaimedJob job, String name) {
    return new Settlement.Completed(
        job.claim(),
        List.of(new Output(name, name + "." + job.epoch(), 1, 1, "sum")),
        List.of(),
        "{\"rows\":1}");
  }

  private static Settlement restaged(ClaimedJob job) {
    return new Settlement.Restaged(
        job.claim(),
        Problem.of(CoreError.UNAVAILABLE, "the snapshot is gone"),
        Duration.ofSeconds(1));
  }

  @Test
  @Tag("J5")
  void let_finish_lets_the_others_finish_and_then_fails() {
    RunId run =
        intake().submit(RunSpec.of("test", jobs(3)).onJobFailure(OnJobFailure.LET_FINISH)).run();
    WorkerLease worker = worker("w");
    List<ClaimedJob> jobs = claim(worker, 3);
    settle(worker, failure(jobs.get(1), false));
    complete(worker, jobs.get(0));
    assertThat(view(run).status()).isEqualTo(RunStatus.EXECUTING);
    complete(worker, jobs.get(2));
    assertThat(view(run).status()).isEqualTo(RunStatus.FAILED);
    assertThat(view(run).tally().execsDone()).isEqualTo(2);
    assertThat(view(run).error()).contains("broken on purpose");
  }

  @Test
  @Tag("J5")
  void the_error_of_a_run_is_its_first_cause() {
    RunId run =
        intake().submit(RunSpec.of("test", jobs(2)).onJobFailure(OnJobFailure.LET_FINISH)).run();
    WorkerLease worker = worker("w");
    List<ClaimedJob> jobs = claim(worker, 2);
    settle(worker, failure(jobs.get(0), false));
    settle(
        worker,
        new Settlement.Failed(
            jobs.get(1).claim(),
            Problem.of(CoreError.UNAVAILABLE, "broken later"),
            false,
            Duration.ZERO));
    assertThat(view(run).status()).isEqualTo(RunStatus.FAILED);
    assertThat(view(run).error()).contains("broken on purpose").doesNotContain("broken later");
  }

  @Test
  void a_plan_that_completes_in_a_cancelled_run_creates_work_only_for_a_retry() {
    RunId run = staged(1);
    WorkerLease worker = worker("w");
    ClaimedJob plan = claimStage(worker, 1).getFirst();
    intake().cancel(run);
    settle(worker, planned(plan, 3));
    assertThat(view(run).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(claim(worker, Queue.STAGE, 10)).isEmpty();
    assertThat(view(run).tally().cancelled()).isEqualTo(3);
    intake().retry(run);
    claimStage(worker, 3).forEach(chunk -> complete(worker, chunk));
    assertThat(view(run).status()).isEqualTo(RunStatus.READY);
    assertThat(view(run).tally().chunksDone()).isEqualTo(3);
  }

  @Test
  void a_plan_that_completes_after_another_failed_loses_no_chunk_to_a_retry() {
    RunId run = staged(2);
    WorkerLease worker = worker("w");
    List<ClaimedJob> plans = claimStage(worker, 2);
    settle(worker, failure(plans.get(0), false));
    settle(worker, planned(plans.get(1), 3));
    assertThat(view(run).status()).isEqualTo(RunStatus.FAILED);
    intake().retry(run);
    List<ClaimedJob> again = claim(worker, Queue.STAGE, 10);
    assertThat(again).hasSize(4);
    for (ClaimedJob job : again) {
      settle(worker, job.stage() == Stage.PLAN ? planned(job, 2) : Settlement.done(job.claim()));
    }
    claimStage(worker, 2).forEach(chunk -> complete(worker, chunk));
    assertThat(view(run).status()).isEqualTo(RunStatus.READY);
    assertThat(view(run).tally().chunksDone()).isEqualTo(5);
  }

  private RunId staged(int plans) {
    return intake()
        .submit(
            RunSpec.staged(
                "test",
                jobs(plans).stream().map(job -> job.queue(Queue.STAGE)).toList(),
                List.of(job())))
        .run();
  }

  private List<ClaimedJob> claimStage(WorkerLease worker, int max) {
    List<ClaimedJob> jobs = claim(worker, Queue.STAGE, max);
    assertThat(jobs).hasSize(max);
    return jobs;
  }

  private static Settlement planned(ClaimedJob plan, int chunks) {
    return new Settlement.Completed(
        plan.claim(),
        List.of(),
        jobs(chunks).stream().map(job -> job.queue(Queue.STAGE)).toList(),
        null);
  }
}
