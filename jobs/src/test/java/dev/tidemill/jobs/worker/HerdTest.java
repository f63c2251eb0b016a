package dev.tidemill.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.testkit.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Very many jobs that become due in the same moment. */
@Tag("deep")
class HerdTest {
  private static final int RUNS = 100;
  private static final int JOBS = 500;
  private static final int MILLION = 1_000_000;

  @Test
  @Tag("J5")
  void fifty_thousand_jobs_due_at_once_among_a_million_that_ended_are_each_done_once() {
    try (var rig = new WorkerRig(StoreUrl.parse(Servers.newPostgresDatabase().url()))) {
      finishedLongAgo(rig);
      var counting = new Counting();
      JobSpec later = JobSpec.of(counting.type(), "{}").delay(Duration.ofSeconds(15));
      List<RunId> runs = new ArrayList<>();
      for (int i = 0; i < RUNS; i++) {
        runs.add(rig.intake.submit(RunSpec.of("herd", Collections.nCopies(JOBS, later))).run());
      }
      for (int i = 0; i < 3; i++) {
        rig.start(WorkerRig.settings("w" + i, 8), counting);
      }
      await()
          .atMost(Duration.ofMinutes(5))
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () -> {
                rig.ring(Queue.EXEC);
                return rig.intake.find(runs.getLast()).orElseThrow().status().ended();
              });
      for (RunId run : runs) {
        await()
            .atMost(Duration.ofMinutes(5))
            .until(() -> rig.intake.find(run).orElseThrow().status() == RunStatus.COMPLETED);
        assertThat(rig.intake.find(run).orElseThrow().tally().execsDone()).isEqualTo(JOBS);
      }
      assertThat(counting.ran.sum()).isEqualTo((long) RUNS * JOBS);
      long attempts =
          rig.store.inTransaction(
              handle ->
                  handle.createQuery("SELECT count(*) FROM attempts").mapTo(Long.class).one());
      assertThat(attempts).isEqualTo((long) RUNS * JOBS);
    }
  }

  private static void finishedLongAgo(WorkerRig rig) {
    rig.store.inTransaction(
        handle ->
            handle.execute(
                "INSERT INTO runs (kind, status, on_job_failure, execs, execs_done, spec, created_at,"
                    + " updated_at, ended_at) VALUES ('old', 'completed', 'cancel_rest', ?, ?, '{}',"
                    + " 1, 1, extract(epoch FROM now()) * 1000000)",
                MILLION,
                MILLION));
    rig.store.inTransaction(
        handle ->
            handle.execute(
                "INSERT INTO jobs (run_id, tenant, stage, ordinal, type, payload_version, queue,"
                    + " status, epoch, max_attempts, timeout_seconds, priority, not_before, payload,"
                    + " created_at, ended_at) SELECT r.id, 'default', 'exec', n, 'counting', 1, 'exec',"
                    + " 'completed', 1, 2, 60, 100, n, '{}', 1, 1"
                    + " FROM runs r CROSS JOIN generate_series(1, ?) n WHERE r.kind = 'old'",
                MILLION));
  }

  record Nothing() {}

  /** Counts how often it ran. */
  private static final class Counting implements JobHandler<Nothing> {
    private final LongAdder ran = new LongAdder();

    @Override
    public JobType type() {
      return JobType.of("counting");
    }

    @Override
    public Class<Nothing> payloadClass() {
      return Nothing.class;
    }

    @Override
    public JobOutcome run(Nothing nothing, JobContext context) {
      ran.increment();
      return JobOutcome.Done.nothing();
    }
  }
}
