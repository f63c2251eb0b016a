package dev.tidemill.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.testkit.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server and an adapter as processes, and the workers that they start and let go. */
@Tag("S5")
@Tag("S8")
class FleetProcessTest {
  private static final Duration LONG = Duration.ofMinutes(4);

  private final Cluster cluster;
  private ChildProcess server;
  private String url;

  FleetProcessTest(@TempDir Path folder) {
    cluster = new Cluster("sqlite:" + folder.resolve("fleet.db"), "memory:", folder);
    cluster.set("TIDEMILL_SCALE_ROUND", "1s");
    cluster.set("TIDEMILL_SCALE_START_UP", "4s");
    cluster.set("TIDEMILL_SCALE_DOWN_WINDOW", "4s");
    cluster.set("TIDEMILL_SCALE_DOWN_COOLDOWN", "1s");
    cluster.set("TIDEMILL_CRON_LEASE", "3s");
    cluster.set("TIDEMILL_CRON_RENEW", "900ms");
    server = cluster.launch("server", "--http-port", "0");
    url = listens(server);
  }

  /** Workers outlive their adapter, so those of a test that failed are looked for. */
  @AfterEach
  void close() {
    cluster.seams.fleet().workers(true).stream()
        .filter(worker -> worker.group() != null)
        .flatMap(worker -> ProcessHandle.of(worker.pid()).stream())
        .forEach(ProcessHandle::destroyForcibly);
    cluster.close();
  }

  @Test
  void the_fleet_grows_works_and_is_gone_again_and_nobody_was_interrupted() {
    adapter();
    RunId run = cluster.submit(60, Duration.ofMillis(500));
    finished(run, 60);
    assertThat(cluster.effects.of("interrupted")).isEmpty();
    assertThat(attempts("outcome <> 'completed'")).as("every execution counts").isZero();
    assertThat(cluster.seams.scaling().history(0, 100))
        .anySatisfy(line -> assertThat(line.path("words").asText()).contains("0 -> "));
  }

  @Test
  void a_server_that_is_killed_in_the_middle_costs_nothing_but_time() {
    adapter();
    RunId run = cluster.submit(60, Duration.ofMillis(500));
    cluster.awaitEffects("ended", 5);
    String port = url.substring(url.lastIndexOf(':') + 1);
    server.sigkill();
    assertThat(server.awaitExit(LONG)).isEqualTo(137);
    server = cluster.launch("server", "--http-port", port, "--grpc-port", "0");
    listens(server);
    finished(run, 60);
  }

  @Test
  @Tag("deep")
  void an_adapter_that_is_killed_in_the_middle_leaves_nobody_behind() {
    ChildProcess first = adapter();
    RunId run = cluster.submit(60, Duration.ofMillis(500));
    cluster.awaitEffects("began", 1);
    first.sigkill();
    assertThat(first.awaitExit(LONG)).isEqualTo(137);
    adapter();
    finished(run, 60);
    assertThat(cluster.effects.of("interrupted")).isEmpty();
  }

  @Test
  @Tag("deep")
  void a_job_that_is_due_later_brings_a_worker_back_to_an_empty_fleet() {
    adapter();
    finished(cluster.submit(1, Duration.ofMillis(1)), 1);
    RunId later =
        cluster
            .seams
            .intake()
            .submit(
                RunSpec.of(
                    "later",
                    List.of(JobSpec.of(JobType.of("noop"), "{}").delay(Duration.ofSeconds(5)))))
            .run();
    cluster.ended(later, LONG);
    empty();
  }

  private void finished(RunId run, int jobs) {
    cluster.assertEachDoneOnce(run, jobs, LONG);
    empty();
  }

  /** Not only in the store: none of the processes that worked is left. */
  private void empty() {
    await().atMost(LONG).until(() -> cluster.seams.fleet().workers(false).isEmpty());
    List<Long> pids =
        cluster.seams.fleet().workers(true).stream().map(worker -> worker.pid()).toList();
    assertThat(pids).isNotEmpty();
    await()
        .atMost(LONG)
        .until(
            () ->
                pids.stream()
                    .flatMap(pid -> ProcessHandle.of(pid).stream())
                    .noneMatch(ProcessHandle::isAlive));
  }

  private ChildProcess adapter() {
    ChildProcess adapter =
        cluster.launch(
            "adapter",
            "start",
            "native",
            "--server",
            url,
            "--id",
            "here",
            "--max-groups",
            "2",
            "--slots",
            "4");
    adapter.awaitLine(".*Adapter here serves.*", LONG);
    return adapter;
  }

  private static String listens(ChildProcess server) {
    return server.awaitLine(".*listens on (http://[^,]+),.*", LONG).group(1);
  }

  private long attempts(String which) {
    return cluster
        .seams
        .transactions()
        .orElseThrow()
        .run(
            in ->
                in.handle()
                    .createQuery("SELECT count(*) FROM attempts WHERE " + which)
                    .mapTo(Long.class)
                    .one());
  }
}
