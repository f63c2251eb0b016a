package dev.tidemill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.testkit.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("Q3")
class MetricUpkeepTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path folder;
  private final Commands commands;

  MetricUpkeepTest(@TempDir Path folder) {
    this.folder = folder;
    commands = new Commands(folder, PATIENCE);
  }

  @Test
  void what_is_too_old_goes_by_itself_and_own_metrics_come_by_themselves() throws Exception {
    Files.writeString(
        folder.resolve("tidemill.yaml"),
        "self_metrics: true\nmetrics:\n  retention: 4h\n  compact_every: 2s\n");
    Files.writeString(folder.resolve("old.om"), "temp{room=\"a\"} 20 1000\n# EOF\n");
    try (ChildProcess daemon = commands.tidemill("up", "--http-port", "0").start()) {
      daemon.awaitLine("http://[0-9.]+:\\d+", PATIENCE);
      assertThat(commands.run("import", "old.om")).contains("1 samples stored");
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> !commands.run("query", "temp", "--time", "1000").contains("20"));
      assertThat(commands.run("runs", "list")).contains("metrics_upkeep");
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () ->
                  commands
                      .run("query", "count({__name__=~\"tidemill_.+\",job=\"tidemill\"}) > 5")
                      .contains("{}"));
    }
  }
}
