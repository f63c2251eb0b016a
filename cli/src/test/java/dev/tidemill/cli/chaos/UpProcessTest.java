package dev.tidemill.cli.chaos;

import static dev.tidemill.cli.chaos.Cluster.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.RunId;
import dev.tidemill.testkit.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything in one process, on an embedded store. */
@Tag("D1")
class UpProcessTest {
  private final Path folder;

  UpProcessTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  @Tag("J12")
  void a_killed_daemon_goes_on_where_it_was_when_it_is_started_again() {
    try (var cluster = embedded()) {
      ChildProcess first = cluster.start("up", "--http-port", "0", "--slots", "2");
      RunId run = cluster.submit(8, Duration.ofMillis(800));
      cluster.awaitEffects("ended", 2);
      first.sigkill();
      assertThat(first.awaitExit(LONG)).isEqualTo(137);
      cluster.start("up", "--http-port", "0", "--slots", "2");
      cluster.assertEachDoneOnce(run, 8);
    }
  }

  @Test
  @Tag("J11")
  void a_stopped_daemon_drains_leaves_nothing_in_hand_and_resumes() {
    try (var cluster = embedded()) {
      ChildProcess first = cluster.start("up", "--http-port", "0", "--slots", "2");
      RunId run = cluster.submit(8, Duration.ofMillis(800));
      cluster.awaitEffects("began", 2);
      first.sigterm();
      assertThat(first.awaitExit(LONG)).isZero();
      assertThat(cluster.effects.of("interrupted")).isEmpty();
      assertThat(folder.resolve(".tidemill/daemon.json")).doesNotExist();
      cluster.start("up", "--http-port", "0", "--slots", "4");
      cluster.assertEachDoneOnce(run, 8);
      assertThat(cluster.jobs(run)).allMatch(job -> job.failures() == 0);
    }
  }

  @Test
  void commands_beside_a_daemon_talk_to_it_and_a_second_daemon_is_refused() {
    try (var cluster = embedded()) {
      cluster.start("up", "--http-port", "0", "--name", "daemon");
      ChildProcess workers = cluster.launch("workers", "list");
      assertThat(workers.awaitExit(LONG)).as("%s", workers.stderr()).isZero();
      assertThat(String.join("\n", workers.stdout())).contains("daemon");
      ChildProcess submit =
          cluster.launch("jobs", "submit", "--type", "noop", "--count", "20", "--wait");
      assertThat(submit.awaitExit(LONG)).as("%s", submit.stderr()).isZero();
      assertThat(String.join("\n", submit.stdout())).contains("20 of 20 jobs completed");
      ChildProcess second = cluster.launch("up", "--http-port", "0");
      assertThat(second.awaitExit(LONG)).isEqualTo(4);
      assertThat(String.join("\n", second.stderr())).contains("another process works in");
    }
  }

  private Cluster embedded() {
    return new Cluster("sqlite:" + folder.resolve(".tidemill/tidemill.db"), "memory:", folder);
  }
}
