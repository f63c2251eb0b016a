package dev.tidemill.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.testkit.ChildProcess;
import dev.tidemill.testkit.PrivateServer;
import dev.tidemill.testkit.RealServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything at once and for long: workers are killed and paused, the database and the broker too,
 * while thousands of jobs run. {@code -Dtidemill.seed=…} plays the same blows again.
 */
@Tag("deep")
@Tag("J6")
@Tag("J8")
@Tag("J12")
class LongChaosTest {
  private static final int WORKERS = 3;
  private static final int JOBS = 3000;
  private static final int BLOWS = 60;

  private final Path folder;
  private final SystemTime time = new SystemTime();
  private final List<ChildProcess> workers = new ArrayList<>();
  private int started;

  LongChaosTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  @Timeout(value = 25, unit = TimeUnit.MINUTES)
  void each_job_is_done_once_whatever_happens_to_those_who_do_it() throws Exception {
    long seed = Long.getLong("tidemill.seed", time.now().toEpochMilli());
    var random = new Random(seed);
    try (PrivateServer database = PrivateServer.start(RealServer.POSTGRES);
        PrivateServer nats = PrivateServer.start(RealServer.NATS);
        var cluster = new Cluster(database.url(), nats.url(), folder)) {
      for (int i = 0; i < WORKERS; i++) {
        begin(cluster);
      }
      RunId run = cluster.submit(JOBS, Duration.ofMillis(150));
      var blows = new ArrayList<String>();
      for (int i = 0; i < BLOWS; i++) {
        blows.add(blow(random.nextInt(10), random.nextInt(WORKERS), cluster, database, nats));
        time.sleep(Duration.ofMillis(500 + random.nextInt(2500)));
      }
      assertThat(cluster.effects.of("ended")).as("it went on meanwhile").isNotEmpty();
      cluster.assertEachDoneOnce(run, JOBS, Duration.ofMinutes(15));
      System.err.printf("seed %d: %s%n", seed, blows);
    }
  }

  private void begin(Cluster cluster) {
    workers.add(cluster.worker("w" + started++, 8));
  }

  private String blow(
      int kind, int which, Cluster cluster, PrivateServer database, PrivateServer nats)
      throws InterruptedException {
    ChildProcess victim = workers.get(which);
    switch (kind) {
      case 0, 1, 2, 3 -> {
        victim.sigkill();
        workers.remove(victim);
        begin(cluster);
        return "kill";
      }
      case 4, 5 -> {
        // Longer than its lease: it wakes up to jobs that are others'.
        victim.sigstop();
        time.sleep(Duration.ofSeconds(6));
        victim.sigcont();
        return "pause";
      }
      case 6 -> {
        victim.sigterm();
        workers.remove(victim);
        begin(cluster);
        return "stop";
      }
      case 7 -> {
        database.kill();
        time.sleep(Duration.ofSeconds(4));
        database.restart();
        return "database";
      }
      case 8 -> {
        database.pause();
        time.sleep(Duration.ofSeconds(4));
        database.resume();
        return "stuck database";
      }
      default -> {
        nats.kill();
        time.sleep(Duration.ofSeconds(2));
        nats.restart();
        return "broker";
      }
    }
  }
}
