package dev.tidemill.cli.chaos;

import static dev.tidemill.cli.chaos.Cluster.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.RunId;
import dev.tidemill.testkit.ChildProcess;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers that have no database, only a server and a token. */
@Tag("J12")
class ServerProcessTest {
  private final Path folder;

  ServerProcessTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void a_worker_without_a_database_outlives_a_restart_of_its_server() {
    try (PostgresDatabase database = Servers.newPostgresDatabase();
        var cluster = new Cluster(database.url(), Servers.nats(), folder)) {
      cluster.set("TIDEMILL_WORKER_TOKEN", "let-workers-in");
      cluster.set("TIDEMILL_ADMIN_TOKEN", "let-people-in");
      ChildProcess server = cluster.start("server", "--http-port", "0");
      String url = server.awaitLine(".*listens on (http://\\S+),.*", LONG).group(1);
      String port = url.substring(url.lastIndexOf(':') + 1);
      cluster.set("TIDEMILL_STORE", url);
      cluster.set("TIDEMILL_TOKEN", "let-workers-in");
      cluster.worker("remote");
      RunId run = cluster.submit(12, Duration.ofSeconds(1));
      cluster.awaitEffects("began", 4);
      server.sigkill();
      cluster.awaitEffects("ended", 4);
      cluster.set("TIDEMILL_STORE", database.url());
      cluster.start("server", "--http-port", port);
      cluster.assertEachDoneOnce(run, 12);
      assertThat(cluster.jobs(run)).allMatch(job -> job.failures() == 0);
    }
  }

  @Test
  @Tag("X1")
  void a_worker_with_the_wrong_token_is_sent_away() {
    try (PostgresDatabase database = Servers.newPostgresDatabase();
        var cluster = new Cluster(database.url(), "store:", folder)) {
      cluster.set("TIDEMILL_WORKER_TOKEN", "let-workers-in");
      ChildProcess server = cluster.start("server", "--http-port", "0");
      String url = server.awaitLine(".*listens on (http://\\S+),.*", LONG).group(1);
      cluster.set("TIDEMILL_STORE", url);
      cluster.set("TIDEMILL_TOKEN", "guessed");
      ChildProcess worker = cluster.launch(Cluster.workerArguments("burglar", 1));
      assertThat(worker.awaitExit(LONG)).isEqualTo(5);
      assertThat(String.join("\n", worker.stderr())).contains("token");
    }
  }
}
