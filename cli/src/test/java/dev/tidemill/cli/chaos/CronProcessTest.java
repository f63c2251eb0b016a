package dev.tidemill.cli.chaos;

import static dev.tidemill.cli.chaos.Cluster.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.job.JobType;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.schedule.Fire;
import dev.tidemill.schedule.Misfire;
import dev.tidemill.schedule.Overlap;
import dev.tidemill.schedule.ScheduleSpec;
import dev.tidemill.schedule.timing.Every;
import dev.tidemill.testkit.ChildProcess;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three processes that could fire, of which the one that does is killed, stopped or put to sleep.
 */
@Tag("C1")
@Tag("C3")
class CronProcessTest {
  private final PostgresDatabase database = Servers.newPostgresDatabase();
  private final Cluster cluster;
  private final Map<String, ChildProcess> nodes = new LinkedHashMap<>();

  CronProcessTest(@TempDir Path folder) {
    cluster = new Cluster(database.url(), "store:", folder);
    cluster.set("TIDEMILL_CRON_LEASE", "3s");
    cluster.set("TIDEMILL_CRON_RENEW", "900ms");
  }

  @AfterEach
  void close() {
    cluster.close();
    database.close();
  }

  @Test
  void a_killed_leader_costs_no_tick_and_doubles_none() {
    startThree();
    awaitMoreFires(3);
    String leader = leader();
    node(leader).sigkill();
    assertThat(node(leader).awaitExit(LONG)).isEqualTo(137);
    awaitMoreFires(4);
    assertThat(leader()).isNotEqualTo(leader);
    assertNoneLostNoneTwice();
  }

  @Test
  void a_leader_that_sleeps_past_its_lease_fires_nothing_when_it_wakes() {
    startThree();
    awaitMoreFires(3);
    String sleeper = leader();
    node(sleeper).sigstop();
    await().atMost(LONG).until(() -> !leader().equals(sleeper));
    awaitMoreFires(3);
    node(sleeper).sigcont();
    awaitMoreFires(4);
    assertThat(leader()).isNotEqualTo(sleeper);
    assertNoneLostNoneTwice();
    assertThat(terms()).as("terms only grow").isSorted();
  }

  @Test
  void a_leader_that_is_stopped_hands_over_with_a_lease_of_an_hour() {
    cluster.set("TIDEMILL_CRON_LEASE", "1h");
    cluster.set("TIDEMILL_CRON_RENEW", "1m");
    startThree();
    awaitMoreFires(2);
    String leader = leader();
    node(leader).sigterm();
    assertThat(node(leader).awaitExit(LONG)).isZero();
    awaitMoreFires(3);
    assertThat(leader()).isNotEqualTo(leader);
    assertNoneLostNoneTwice();
  }

  @Test
  @Tag("C2")
  void when_all_are_killed_and_started_again_the_interval_has_not_shifted() {
    startThree();
    awaitMoreFires(2);
    nodes.values().forEach(ChildProcess::sigkill);
    nodes.values().forEach(node -> node.awaitExit(LONG));
    cluster.start(cronWorker("again"));
    awaitMoreFires(3);
    assertNoneLostNoneTwice();
  }

  private void startThree() {
    cluster.seams.schedules().put(everySecond());
    for (String name : List.of("a", "b", "c")) {
      nodes.put(name, cluster.launch(cronWorker(name)));
    }
    nodes.values().forEach(node -> node.awaitLine(".*takes jobs from.*", LONG));
  }

  private static String[] cronWorker(String name) {
    return new String[] {
      "worker", "start", "--role", "cron-worker", "--name", name, "--http-port", "0", "--slots", "2"
    };
  }

  /** With "all", so that a machine that stood still for long does not look like a lost tick. */
  private static ScheduleSpec everySecond() {
    return ScheduleSpec.of(
            "s",
            new Every(Duration.ofSeconds(1)),
            RunSpec.of("jobs", List.of(JobSpec.of(JobType.of("noop"), "{}"))))
        .overlap(Overlap.ALLOW)
        .misfire(Misfire.ALL);
  }

  private ChildProcess node(String name) {
    return Objects.requireNonNull(nodes.get(name));
  }

  private String leader() {
    return cluster
        .seams
        .transactions()
        .orElseThrow()
        .run(
            in ->
                in.handle()
                    .createQuery("SELECT coalesce(holder, '/') FROM leases WHERE name = 'cron'")
                    .mapTo(String.class)
                    .one())
        .split("/", 2)[0];
  }

  private List<Long> terms() {
    return cluster
        .seams
        .transactions()
        .orElseThrow()
        .run(
            in ->
                in.handle()
                    .createQuery("SELECT term FROM fires ORDER BY fire_time")
                    .mapTo(Long.class)
                    .list());
  }

  private void awaitMoreFires(int count) {
    int before = fires().size();
    await().atMost(LONG).until(() -> fires().size() >= before + count);
  }

  /** Oldest first. */
  private List<Fire> fires() {
    return cluster.seams.schedules().history("s", null, 1000).reversed();
  }

  /**
   * The answer: of each second one fire, and each fire has a run of its own, and no run is over.
   */
  private void assertNoneLostNoneTwice() {
    List<Fire> fires = fires();
    Instant created = cluster.seams.schedules().find("s").orElseThrow().createdAt();
    var expected = new ArrayList<Instant>();
    for (int i = 1; i <= fires.size(); i++) {
      expected.add(created.plusSeconds(i));
    }
    assertThat(fires).extracting(Fire::time).containsExactlyElementsOf(expected);
    assertThat(fires).extracting(Fire::run).doesNotContainNull().doesNotHaveDuplicates();
    long runsWithoutFire =
        cluster
            .seams
            .transactions()
            .orElseThrow()
            .run(
                in ->
                    in.handle()
                        .createQuery(
                            "SELECT count(*) FROM runs WHERE id NOT IN (SELECT run_id FROM fires)")
                        .mapTo(Long.class)
                        .one());
    assertThat(runsWithoutFire).isZero();
  }
}
