package dev.tidemill.cli.chaos;

import static dev.tidemill.cli.chaos.Cluster.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Attempt;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.testkit.ChildProcess;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.PrivateServer;
import dev.tidemill.testkit.RealServer;
import dev.tidemill.testkit.Servers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Worker processes on PostgreSQL that are killed, stopped, told to go and cut off. */
@Tag("J4")
class WorkerProcessTest {
  private final Path folder;

  WorkerProcessTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  @Tag("J6")
  void jobs_of_a_killed_worker_run_elsewhere() {
    try (PostgresDatabase database = Servers.newPostgresDatabase();
        var cluster = new Cluster(database.url(), "store:", folder)) {
      ChildProcess victim = cluster.worker("victim");
      RunId run = cluster.submit(8, Duration.ofSeconds(1));
      cluster.awaitEffects("began", 4);
      victim.sigkill();
      cluster.worker("heir");
      cluster.assertEachDoneOnce(run, 8);
      assertThat(cluster.jobs(run)).anyMatch(job -> job.failures() == 1);
    }
  }

  @Test
  void a_worker_stopped_past_its_lease_is_refused_interrupted_and_its_job_settled_once_elsewhere() {
    try (PostgresDatabase database = Servers.newPostgresDatabase();
        var cluster = new Cluster(database.url(), "store:", folder)) {
      ChildProcess zombie = cluster.worker("zombie");
      RunId run = cluster.submit(1, Duration.ofSeconds(6));
      cluster.awaitEffects("began", 1);
      zombie.sigstop();
      cluster.worker("heir");
      cluster.awaitEffects("began", 2);
      zombie.sigcont();
      zombie.awaitLine(".*taken for dead.*|.*no longer ours.*", LONG);
      cluster.assertEachDoneOnce(run, 1);
      JobView job = cluster.jobs(run).getFirst();
      assertThat(cluster.seams.intake().attempts(job.id()))
          .extracting(Attempt::outcome)
          .containsExactly("lost", "completed");
      assertThat(job.result()).isEqualTo("{\"epoch\":2}");
    }
  }

  @Test
  @Tag("J11")
  void sigterm_lets_running_jobs_finish_hands_back_the_others_and_exits_cleanly() {
    try (PostgresDatabase database = Servers.newPostgresDatabase();
        var cluster = new Cluster(database.url(), "store:", folder)) {
      ChildProcess worker = cluster.worker("leaver");
      RunId run = cluster.submit(40, Duration.ofSeconds(1));
      cluster.awaitEffects("began", 4);
      worker.sigterm();
      assertThat(worker.awaitExit(LONG)).isZero();
      assertThat(cluster.effects.of("interrupted")).isEmpty();
      assertThat(cluster.jobs(run)).noneMatch(job -> job.status() == JobStatus.CLAIMED);
      assertThat(cluster.jobs(run)).allMatch(job -> job.failures() == 0);
      assertThat(cluster.seams.fleet().workers(false)).isEmpty();
      cluster.worker("heir", 40);
      cluster.assertEachDoneOnce(run, 40);
      assertThat(cluster.effects.of("began")).as("nothing was begun in vain").hasSize(40);
    }
  }

  @Test
  @Tag("J11")
  void a_second_signal_ends_at_once_and_what_was_held_is_pending_at_once() {
    try (PostgresDatabase database = Servers.newPostgresDatabase();
        var cluster = new Cluster(database.url(), "store:", folder)) {
      ChildProcess worker = cluster.worker("hasty");
      RunId run = cluster.submit(1, Duration.ofMinutes(4));
      cluster.awaitEffects("began", 1);
      worker.sigterm();
      worker.awaitLine("Stopping.*", LONG);
      worker.sigterm();
      assertThat(worker.awaitExit(LONG)).isEqualTo(143);
      JobView job = cluster.jobs(run).getFirst();
      assertThat(job.status()).isEqualTo(JobStatus.PENDING);
      assertThat(job.failures()).isZero();
    }
  }

  @Test
  @Tag("J5")
  void a_job_that_kills_every_process_ends_failed_and_the_others_go_on() {
    try (PostgresDatabase database = Servers.newPostgresDatabase();
        var cluster = new Cluster(database.url(), "store:", folder)) {
      RunId poison =
          cluster
              .seams
              .intake()
              .submit(
                  RunSpec.of(
                      "chaos",
                      List.of(
                          JobSpec.of(JobType.of("crash"), "{}")
                              .limits(new JobLimits(Duration.ofMinutes(1), 2)))))
              .run();
      for (int i = 0; i < 2; i++) {
        // Its slot is shared with nobody: a crash takes its neighbours along.
        ChildProcess worker = cluster.launch(Cluster.workerArguments("victim" + i, 1));
        assertThat(worker.awaitExit(LONG)).isEqualTo(134);
      }
      RunId others = cluster.submit(4, Duration.ZERO);
      cluster.worker("survivor");
      cluster.assertEachDoneOnce(others, 4);
      assertThat(cluster.ended(poison).status()).isEqualTo(RunStatus.FAILED);
      assertThat(cluster.ended(poison).error()).contains("WORKER_LOST");
    }
  }

  @Test
  @Tag("J12")
  void a_database_away_for_longer_than_a_lease_costs_nobody_his_job() {
    try (PrivateServer server = PrivateServer.start(RealServer.POSTGRES);
        var cluster = new Cluster(server.url(), "store:", folder)) {
      cluster.worker("patient");
      cluster.worker("other");
      RunId run = cluster.submit(4, Duration.ofSeconds(8));
      cluster.awaitEffects("began", 4);
      server.kill();
      cluster.awaitEffects("ended", 4);
      server.restart();
      cluster.assertEachDoneOnce(run, 4);
      assertThat(cluster.jobs(run)).allMatch(job -> job.epoch().value() == 1);
    }
  }

  @Test
  @Tag("J12")
  void connections_killed_all_the_time_lose_and_double_nothing() throws Exception {
    try (PostgresDatabase database = Servers.newPostgresDatabase();
        var cluster = new Cluster(database.url(), "store:", folder);
        Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      cluster.worker("a");
      cluster.worker("b");
      RunId run = cluster.submit(150, Duration.ofMillis(100));
      await()
          .atMost(LONG)
          .pollInterval(Duration.ofMillis(250))
          .until(
              () -> {
                statement.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
                return cluster.effects.of("ended").size() >= 100;
              });
      cluster.assertEachDoneOnce(run, 150);
    }
  }

  @Test
  @Tag("J8")
  void a_broker_that_restarts_loses_nothing() {
    try (PostgresDatabase database = Servers.newPostgresDatabase();
        PrivateServer nats = PrivateServer.start(RealServer.NATS);
        var cluster = new Cluster(database.url(), nats.url(), folder)) {
      cluster.worker("a");
      RunId first = cluster.submit(10, Duration.ofMillis(50));
      cluster.assertEachDoneOnce(first, 10);
      nats.kill();
      RunId second = cluster.submit(10, Duration.ofMillis(50));
      cluster.assertEachDoneOnce(second, 10);
      nats.restart();
      RunId third = cluster.submit(10, Duration.ofMillis(50));
      cluster.assertEachDoneOnce(third, 10);
    }
  }

  @Test
  @Tag("D1")
  void two_live_workers_of_one_name_are_refused() {
    try (PostgresDatabase database = Servers.newPostgresDatabase();
        var cluster = new Cluster(database.url(), "store:", folder)) {
      cluster.worker("twin");
      ChildProcess second = cluster.launch(Cluster.workerArguments("twin", 1));
      assertThat(second.awaitExit(LONG)).isEqualTo(4);
      assertThat(String.join("\n", second.stderr())).contains("WORKER_NAME_TAKEN");
    }
  }
}
