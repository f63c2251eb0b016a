package dev.tidemill.server.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobLines;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunFilter;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.HttpFleet;
import dev.tidemill.jobs.http.HttpJobIntake;
import dev.tidemill.jobs.http.HttpJobLeases;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.store.SqlFleet;
import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.TestStores;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the seams tell over HTTP is what the store tells, to the last field. */
@Tag("J12")
class SameOverHttpTest {
  private final SqlStoreUnderTest sql = TestStores.sqlite(new SimulatedTime());
  private final JobsServer server = JobsServer.start(HttpStoreUnderTest.seams(sql));
  private final JobIntake store = sql.intake();
  private final HttpJobIntake http =
      new HttpJobIntake(server.address(), JobsServer.CODES, CallLimits.DEFAULT);
  private final HttpJobLeases leases =
      new HttpJobLeases(server.address(), JobsServer.CODES, CallLimits.DEFAULT);
  private final HttpFleet fleet =
      new HttpFleet(server.address(), JobsServer.CODES, CallLimits.DEFAULT);
  private final SqlFleet sqlFleet = new SqlFleet(sql.store());

  @AfterEach
  void close() {
    http.close();
    leases.close();
    fleet.close();
    server.close();
    sql.close();
  }

  @Test
  void every_view_is_the_same() {
    RunId run = aRunWithAPast();
    Page page = Page.first(100);
    assertThat(http.find(run)).isEqualTo(store.find(run)).isPresent();
    assertThat(http.runs(RunFilter.ALL, page)).isEqualTo(store.runs(RunFilter.ALL, page));
    var failed = new RunFilter(RunStatus.FAILED, "a kind");
    assertThat(http.runs(failed, page)).isEqualTo(store.runs(failed, page));
    var filter = new JobFilter(run, JobStatus.COMPLETED, "work");
    assertThat(http.jobs(filter, page)).isEqualTo(store.jobs(filter, page)).hasSize(1);
    assertThat(http.jobs(JobFilter.ALL, page))
        .isEqualTo(store.jobs(JobFilter.ALL, page))
        .hasSize(3);
    assertThat(http.events(run, 0, 100)).isEqualTo(store.events(run, 0, 100)).isNotEmpty();
    assertThat(http.outputs(run, "", 100)).isEqualTo(store.outputs(run, "", 100)).hasSize(1);
    for (var job : store.jobs(JobFilter.ALL, page)) {
      assertThat(http.find(job.id())).isEqualTo(store.find(job.id())).isPresent();
      assertThat(http.attempts(job.id())).isEqualTo(store.attempts(job.id()));
      assertThat(http.log(job.id(), 0, 100)).isEqualTo(store.log(job.id(), 0, 100));
    }
    JobId first = store.jobs(JobFilter.ALL, page).getFirst().id();
    assertThat(http.log(first, 0, 100)).hasSize(2);
    assertThat(http.attempts(first)).hasSize(1);
  }

  @Test
  void what_is_not_there_is_not_there() {
    var run = new RunId(999);
    var job = new JobId(999);
    assertThat(http.find(run)).isEmpty();
    assertThat(http.find(job)).isEmpty();
    assertThat(http.events(run, 0, 10)).isEmpty();
    assertThat(http.outputs(run, "", 10)).isEmpty();
    assertThat(http.attempts(job)).isEmpty();
    assertThat(http.log(job, 0, 10)).isEmpty();
    assertThatThrownBy(() -> http.retry(job))
        .isInstanceOfSatisfying(
            TidemillException.class, e -> assertThat(e.code()).isEqualTo(CoreError.NOT_FOUND));
  }

  @Test
  void a_job_is_retried_and_a_run_done_again() {
    RunId run = aRunWithAPast();
    JobId failed =
        store.jobs(new JobFilter(run, JobStatus.FAILED, null), Page.first(10)).getFirst().id();
    store.jobs(new JobFilter(run, JobStatus.PENDING, null), Page.first(10));
    RunId again = http.again(run).run();
    assertThat(again).isNotEqualTo(run);
    assertThat(store.jobs(JobFilter.of(again), Page.first(10))).hasSize(3);
    http.cancel(run);
    assertThat(http.retry(failed).status()).isEqualTo(JobStatus.PENDING);
  }

  @Test
  @Tag("D1")
  void the_fleet_is_the_same() {
    aRunWithAPast();
    assertThat(fleet.workers(false)).isEqualTo(sqlFleet.workers(false)).hasSize(1);
    assertThat(fleet.workers(true)).isEqualTo(sqlFleet.workers(true));
    assertThat(fleet.waiting()).isEqualTo(sqlFleet.waiting()).isNotEmpty();
    assertThat(fleet.drain("w ö 1?%").drainRequested()).isTrue();
    assertThat(fleet.undrain("w ö 1?%").drainRequested()).isFalse();
    assertThatThrownBy(() -> fleet.drain("nobody"))
        .isInstanceOfSatisfying(
            TidemillException.class, e -> assertThat(e.code()).isEqualTo(CoreError.NOT_FOUND));
  }

  /** One job done, one failed, one waiting. */
  private RunId aRunWithAPast() {
    JobSpec job = JobSpec.of(JobType.of("work"), "{\"n\": 1.10, \"t\": [null, \"ü\"]}").key("k");
    RunId run =
        http.submit(
                RunSpec.of("a kind", List.of(job, job.priority(200), job.priority(300)))
                    .spec("{\"recipe\":{\"x\":1}}")
                    .onJobFailure(OnJobFailure.LET_FINISH)
                    .deadline(Duration.ofHours(1)))
            .run();
    WorkerLease lease =
        leases.register(
            new WorkerHello(
                "incarnation",
                "w ö 1?%",
                "group",
                "host",
                17,
                "build",
                4,
                List.of("gpu"),
                List.of("work"),
                Duration.ofMinutes(5)));
    leases.heartbeat(lease, Heartbeat.holding(List.of()));
    List<ClaimedJob> jobs =
        leases.claim(
            lease, new ClaimRequest(Queue.EXEC, 2, Set.of(JobType.of("work")), Set.of("gpu")));
    assertThat(jobs).hasSize(2);
    leases.log(lease, List.of(new JobLines(jobs.get(0).claim(), List.of("one", "two \0"))));
    var output = new Output("part", "part.e1", 10, 2, "sum");
    var problem =
        Problem.of(CoreError.CONFLICT, "broken on purpose").cause("because").next("mend it");
    leases.settle(
        lease,
        List.of(
            new Settlement.Completed(
                jobs.get(0).claim(), List.of(output), List.of(), "{\"rows\":2}"),
            new Settlement.Failed(jobs.get(1).claim(), problem, false, Duration.ZERO)));
    return run;
  }
}
