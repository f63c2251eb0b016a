package dev.tidemill.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.ChildJob;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.job.StagedJob;
import dev.tidemill.core.job.StopReason;
import dev.tidemill.jobs.Attempt;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.LogLine;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.WorkerStatus;
import dev.tidemill.jobs.store.StoreUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workers with threads, on a real store and by its clock. */
@Tag("J12")
abstract class JobWorkerContract {
  private static final Duration LONG = Duration.ofSeconds(60);

  private @Nullable WorkerRig current;

  abstract StoreUrl newStore();

  @BeforeEach
  void open() {
    current = new WorkerRig(newStore());
  }

  @AfterEach
  void close() {
    rig().close();
  }

  private WorkerRig rig() {
    return Objects.requireNonNull(current);
  }

  @Test
  @Tag("J3")
  void every_job_runs_once_on_one_of_several_workers() {
    var effects = new ConcurrentLinkedQueue<Integer>();
    for (String name : List.of("a", "b", "c")) {
      rig()
          .start(
              WorkerRig.settings(name, 4),
              TestHandler.of(
                  (payload, context) -> {
                    effects.add(payload.number());
                    return JobOutcome.Done.nothing();
                  }));
    }
    RunId run = submit(300);
    assertThat(ended(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(effects).hasSize(300).doesNotHaveDuplicates();
  }

  @Test
  @Tag("J16")
  void a_handler_gets_its_payload_and_leaves_outputs_lines_and_progress() throws Exception {
    var seen = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    rig()
        .start(
            WorkerRig.settings("w", 1),
            TestHandler.of(
                (payload, context) -> {
                  context.log("number " + payload.number());
                  context.progress(0.5, "half way");
                  seen.countDown();
                  assertThat(go.await(1, TimeUnit.MINUTES)).isTrue();
                  String object = context.outputName("part.parquet");
                  return JobOutcome.Done.outputs(
                      List.of(new Output("part.parquet", object, 1, 1, "sum")));
                }));
    RunId run = submit(1);
    assertThat(seen.await(1, TimeUnit.MINUTES)).isTrue();
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(rig().fleet.workers(false).getFirst().doing())
                    .contains("half way")
                    .contains("0.5"));
    go.countDown();
    ended(run);
    JobView job = jobs(run).getFirst();
    assertThat(rig().intake.outputs(run, "", 10))
        .singleElement()
        .satisfies(
            output ->
                assertThat(output.output().object())
                    .isEqualTo("runs/%s/%s/part.e1.parquet".formatted(run, job.id())));
    assertThat(rig().intake.log(job.id(), 0, 10))
        .extracting(LogLine::line)
        .containsExactly("number 0");
  }

  @Test
  @Tag("J5")
  void a_failing_job_is_tried_again_until_its_attempts_are_spent() {
    rig()
        .start(
            WorkerRig.settings("w", 1),
            TestHandler.of(
                (payload, context) -> {
                  if (context.failures() < 1) {
                    throw new IllegalStateException("not the first time");
                  }
                  return JobOutcome.Done.nothing();
                }));
    RunId run = submit(1);
    assertThat(ended(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(rig().intake.attempts(jobs(run).getFirst().id()))
        .extracting(Attempt::outcome)
        .containsExactly("failed", "completed");
  }

  @Test
  @Tag("J16")
  void a_payload_that_does_not_fit_fails_at_once_and_says_why() {
    rig()
        .start(
            WorkerRig.settings("w", 1),
            TestHandler.of((payload, context) -> JobOutcome.Done.nothing()));
    RunId run =
        rig()
            .intake
            .submit(RunSpec.of("test", List.of(JobSpec.of(JobType.of("work"), "{\"numbre\": 1}"))))
            .run();
    rig().ring(Queue.EXEC);
    assertThat(ended(run).error()).contains("PAYLOAD_UNREADABLE").contains("numbre");
    assertThat(jobs(run).getFirst().epoch().value()).as("tried once").isEqualTo(1);
  }

  @Test
  @Tag("J7")
  void a_plan_fans_out_and_the_last_stage_follows_at_once() {
    var order = new ConcurrentLinkedQueue<String>();
    rig()
        .start(
            WorkerRig.settings("w", 4),
            handler(
                "plan",
                order,
                new JobOutcome.Done(
                    List.of(),
                    List.of(
                        new ChildJob(JobType.of("chunk"), "{\"number\":1}"),
                        new ChildJob(JobType.of("chunk"), "{\"number\":2}")),
                    null)),
            handler("chunk", order, JobOutcome.Done.nothing()),
            handler("match", order, JobOutcome.Done.nothing()));
    RunId run = submitStaged();
    assertThat(ended(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(order).containsExactly("plan", "chunk", "chunk", "match");
  }

  @Test
  @Tag("R7")
  void what_a_plan_leaves_open_stays_open_until_its_chunks_are_done() throws Exception {
    var open = new AtomicInteger();
    var seen = new ConcurrentLinkedQueue<Integer>();
    var release = new CountDownLatch(1);
    var staged = new AtomicReference<List<StagedJob>>();
    TestHandler plan =
        TestHandler.of(
            (payload, context) -> {
              open.incrementAndGet();
              context.keep(open::decrementAndGet);
              return new JobOutcome.Done(
                  List.of(),
                  List.of(new ChildJob(JobType.of("chunk"), "{\"number\":1}")),
                  "{\"chunks\":1}");
            });
    TestHandler chunk =
        TestHandler.of(
            (payload, context) -> {
              assertThat(release.await(60, TimeUnit.SECONDS)).isTrue();
              seen.add(open.get());
              return JobOutcome.Done.nothing();
            });
    TestHandler match =
        TestHandler.of(
            (payload, context) -> {
              staged.set(context.staged());
              return JobOutcome.Done.nothing();
            });
    rig()
        .start(
            WorkerRig.settings("w", 1),
            new TestHandler(JobType.of("plan"), plan.limits(), plan.code()),
            new TestHandler(JobType.of("chunk"), plan.limits(), chunk.code()),
            new TestHandler(JobType.of("match"), plan.limits(), match.code()));
    RunId run = submitStaged();
    await().atMost(LONG).until(() -> rig().intake.find(run).orElseThrow().tally().chunks() == 1);
    release.countDown();
    assertThat(ended(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(seen).containsExactly(1);
    assertThat(Objects.requireNonNull(staged.get()))
        .extracting(job -> job.type().name())
        .containsExactly("plan", "chunk");
    await().atMost(LONG).until(() -> open.get() == 0);
  }

  @Test
  @Tag("R7")
  void what_a_failed_job_leaves_open_is_closed_at_once() {
    var open = new AtomicInteger();
    rig()
        .start(
            WorkerRig.settings("w", 1),
            TestHandler.of(
                (payload, context) -> {
                  open.incrementAndGet();
                  context.keep(open::decrementAndGet);
                  return new JobOutcome.Fail(
                      Problem.of(CoreError.UNAVAILABLE, "broken on purpose"), false);
                }));
    assertThat(ended(submit(1)).status()).isEqualTo(RunStatus.FAILED);
    await().atMost(LONG).until(() -> open.get() == 0);
  }

  private RunId submitStaged() {
    RunId run =
        rig()
            .intake
            .submit(
                RunSpec.staged(
                    "test",
                    List.of(JobSpec.of(JobType.of("plan"), "{\"number\":0}")),
                    List.of(JobSpec.of(JobType.of("match"), "{\"number\":3}"))))
            .run();
    rig().ring(Queue.EXEC);
    return run;
  }

  private static TestHandler handler(
      String type, ConcurrentLinkedQueue<String> order, JobOutcome outcome) {
    TestHandler plain =
        TestHandler.of(
            (payload, context) -> {
              order.add(type);
              return outcome;
            });
    return new TestHandler(JobType.of(type), plain.limits(), plain.code());
  }

  @Test
  @Tag("J8")
  void a_job_is_found_within_a_heartbeat_when_nobody_rings() {
    rig()
        .start(
            WorkerRig.settings("w", 1),
            TestHandler.of((payload, context) -> JobOutcome.Done.nothing()));
    await().atMost(LONG).until(() -> rig().fleet.workers(false).size() == 1);
    RunId run = rig().intake.submit(RunSpec.of("test", specs(1))).run();
    assertThat(ended(run).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  @Tag("J10")
  void a_cancelled_run_interrupts_its_code_and_ends_when_that_has_stopped() throws Exception {
    var running = new CountDownLatch(1);
    var told = new AtomicReference<Optional<StopReason>>(Optional.empty());
    rig()
        .start(
            WorkerRig.settings("w", 1),
            TestHandler.of(
                (payload, context) -> {
                  running.countDown();
                  try {
                    context.time().sleep(Duration.ofMinutes(10));
                  } finally {
                    told.set(context.stopRequested());
                  }
                  return JobOutcome.Done.nothing();
                }));
    RunId run = submit(2);
    assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
    rig().intake.cancel(run);
    assertThat(ended(run).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(told.get()).contains(StopReason.CANCELLED);
  }

  @Test
  @Tag("J11")
  void stopping_lets_the_running_job_finish_and_signs_of_life_go_on_until_it_has()
      throws Exception {
    var running = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    var watched = new WatchedLeases(rig().leases);
    JobWorker worker =
        rig()
            .start(
                WorkerRig.settings("w", 1),
                watched,
                TestHandler.of(
                    (payload, context) -> {
                      running.countDown();
                      assertThat(go.await(1, TimeUnit.MINUTES)).isTrue();
                      return JobOutcome.Done.nothing();
                    }));
    RunId run = submit(3);
    assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
    Thread stopping = Thread.ofPlatform().start(worker::stop);
    int before = watched.heartbeats.get();
    await().atMost(LONG).until(() -> watched.heartbeats.get() >= before + 3);
    assertThat(rig().fleet.workers(false))
        .singleElement()
        .satisfies(view -> assertThat(view.status()).isEqualTo(WorkerStatus.DRAINING));
    assertThat(statuses(run))
        .as("what had not begun went back at once, free of charge")
        .containsExactlyInAnyOrder(JobStatus.CLAIMED, JobStatus.PENDING, JobStatus.PENDING);
    go.countDown();
    assertThat(stopping.join(LONG)).isTrue();
    assertThat(statuses(run)).contains(JobStatus.COMPLETED);
    assertThat(jobs(run)).allMatch(job -> job.failures() == 0);
    assertThat(watched.calls)
        .as("the end was told while the worker still gave signs of life, and the lease ended last")
        .endsWith("stop");
    assertThat(watched.calls.lastIndexOf("settle")).isLessThan(watched.calls.indexOf("stop"));
  }

  @Test
  @Tag("J11")
  void code_that_outlives_the_grace_is_interrupted_and_its_job_goes_back_free_of_charge()
      throws Exception {
    var running = new CountDownLatch(1);
    WorkerSettings plain = WorkerRig.settings("w", 1);
    var hasty =
        new WorkerSettings(
            plain.name(),
            plain.group(),
            plain.host(),
            plain.pid(),
            plain.build(),
            plain.slots(),
            plain.batch(),
            plain.ahead(),
            plain.capabilities(),
            plain.lease(),
            plain.beat(),
            Duration.ofMillis(50));
    JobWorker worker =
        rig()
            .start(
                hasty,
                TestHandler.of(
                    (payload, context) -> {
                      running.countDown();
                      context.time().sleep(Duration.ofMinutes(10));
                      return JobOutcome.Done.nothing();
                    }));
    RunId run = submit(1);
    assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
    worker.stop();
    JobView job = jobs(run).getFirst();
    assertThat(job.status()).isEqualTo(JobStatus.PENDING);
    assertThat(job.failures()).isZero();
  }

  @Test
  @Tag("J2")
  void an_execution_over_its_time_is_interrupted_and_fails() {
    rig()
        .start(
            WorkerRig.settings("w", 1),
            TestHandler.of(
                (payload, context) -> {
                  context.time().sleep(Duration.ofMinutes(10));
                  return JobOutcome.Done.nothing();
                }));
    RunId run =
        rig()
            .intake
            .submit(
                RunSpec.of(
                    "test",
                    specs(1).stream()
                        .map(spec -> spec.limits(new JobLimits(Duration.ofSeconds(1), 1)))
                        .toList()))
            .run();
    rig().ring(Queue.EXEC);
    assertThat(ended(run).error()).contains("JOB_TIMED_OUT");
  }

  @Test
  @Tag("J4")
  void a_worker_taken_for_dead_stops_its_code_throws_the_result_away_and_goes_on()
      throws Exception {
    var running = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    var runs = new AtomicInteger();
    rig()
        .start(
            WorkerRig.settings("w", 1),
            TestHandler.of(
                (payload, context) -> {
                  if (runs.incrementAndGet() == 1) {
                    running.countDown();
                    try {
                      context.time().sleep(Duration.ofMinutes(10));
                    } catch (InterruptedException e) {
                      interrupted.countDown();
                    }
                  }
                  return JobOutcome.Done.nothing();
                }));
    RunId run = submit(1);
    assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
    rig().takeForDead("w");
    assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(ended(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(rig().intake.attempts(jobs(run).getFirst().id()))
        .extracting(Attempt::outcome)
        .containsExactly("lost", "completed");
    assertThat(runs).hasValue(2);
  }

  @Test
  @Tag("J8")
  void a_permit_is_used_up_only_after_its_claim_committed() {
    var order = new ConcurrentLinkedQueue<String>();
    var watched = new WatchedLeases(rig().leases);
    watched.onClaim = jobs -> order.add("claimed " + jobs);
    var permits = new OnePermit(rig().time, order);
    rig()
        .startWith(
            WorkerRig.settings("w", 1),
            watched,
            permits,
            TestHandler.of((payload, context) -> JobOutcome.Done.nothing()));
    RunId run = rig().intake.submit(RunSpec.of("test", specs(1))).run();
    ended(run);
    permits.offer();
    await().atMost(LONG).until(() -> order.contains("used"));
    var steps = new ArrayList<>(order);
    assertThat(steps.subList(steps.indexOf("taken"), steps.size()))
        .containsSequence("taken", "claimed 0", "used");
  }

  @Test
  @Tag("J11")
  void a_drained_worker_takes_nothing_until_the_drain_is_taken_back() {
    rig()
        .start(
            WorkerRig.settings("w", 1),
            TestHandler.of((payload, context) -> JobOutcome.Done.nothing()));
    rig().fleet.drain("w");
    await()
        .atMost(LONG)
        .until(() -> rig().fleet.workers(false).getFirst().status() == WorkerStatus.DRAINED);
    RunId run = submit(1);
    await()
        .during(Duration.ofSeconds(2))
        .atMost(LONG)
        .until(() -> statuses(run).equals(List.of(JobStatus.PENDING)));
    rig().fleet.undrain("w");
    assertThat(ended(run).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  @Tag("J5")
  void jobs_that_are_to_finish_finish_although_one_failed_and_that_one_can_be_retried() {
    var broken = new AtomicInteger(1);
    rig()
        .start(
            WorkerRig.settings("w", 2),
            TestHandler.of(
                (payload, context) ->
                    payload.number() == 1 && broken.get() == 1
                        ? new JobOutcome.Fail(Problem.of(CoreError.INVALID_INPUT, "broken"), false)
                        : JobOutcome.Done.nothing()));
    RunId run =
        rig()
            .intake
            .submit(RunSpec.of("test", specs(3)).onJobFailure(OnJobFailure.LET_FINISH))
            .run();
    rig().ring(Queue.EXEC);
    assertThat(ended(run).status()).isEqualTo(RunStatus.FAILED);
    assertThat(statuses(run))
        .containsExactly(JobStatus.COMPLETED, JobStatus.FAILED, JobStatus.COMPLETED);
    broken.set(0);
    rig().intake.retry(jobs(run).get(1).id());
    rig().ring(Queue.EXEC);
    assertThat(ended(run).status()).isEqualTo(RunStatus.COMPLETED);
  }

  // What tests say.

  private static List<JobSpec> specs(int count) {
    var specs = new ArrayList<JobSpec>();
    for (int i = 0; i < count; i++) {
      specs.add(JobSpec.of(JobType.of("work"), "{\"number\":%d}".formatted(i)));
    }
    return specs;
  }

  private RunId submit(int count) {
    RunId run = rig().intake.submit(RunSpec.of("test", specs(count))).run();
    rig().ring(Queue.EXEC);
    return run;
  }

  private RunView ended(RunId run) {
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> rig().intake.find(run).orElseThrow().status().ended());
    return rig().intake.find(run).orElseThrow();
  }

  private List<JobView> jobs(RunId run) {
    return rig().intake.jobs(JobFilter.of(run), Page.first(1000));
  }

  private List<JobStatus> statuses(RunId run) {
    return jobs(run).stream().map(JobView::status).toList();
  }
}
