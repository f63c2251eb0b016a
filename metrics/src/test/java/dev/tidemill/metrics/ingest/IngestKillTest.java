package dev.tidemill.metrics.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.metrics.MetricsFixture;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.testkit.ChildProcess;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed while they ingest. What counts is what can be read afterwards. */
@Tag("Q3")
class IngestKillTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int ROUNDS = 5;
  private static final long PER_ROUND = 1_000_000;

  private final Path folder;

  IngestKillTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void kill_9_at_any_point_loses_no_acknowledged_sample_and_doubles_none_on_sqlite()
      throws Exception {
    killed(StoreUrl.sqlite(folder.resolve("tidemill.db")), "sqlite:" + folder + "/tidemill.db");
  }

  @Test
  void kill_9_at_any_point_loses_no_acknowledged_sample_and_doubles_none_on_postgres()
      throws Exception {
    try (PostgresDatabase database = Servers.newPostgresDatabase()) {
      killed(StoreUrl.parse(database.url()), database.url());
    }
  }

  private void killed(StoreUrl url, String store) throws Exception {
    var random = new Random();
    var acknowledged = new HashSet<Long>();
    for (long round = 0; round < ROUNDS; round++) {
      try (ChildProcess child =
          ChildProcess.jvm(IngestingChild.class)
              .arguments(folder.toString(), store, String.valueOf(round * PER_ROUND))
              .start()) {
        long last = round * PER_ROUND + random.nextInt(150);
        child.awaitLine("stored %d\\.".formatted(last), PATIENCE);
        child.sigkill();
        child.awaitExit(PATIENCE);
        child.stdout().stream()
            .filter(line -> line.matches("stored \\d+\\."))
            .map(line -> Long.valueOf(line.substring(7, line.length() - 1)))
            .forEach(acknowledged::add);
      }
    }
    assertThat(acknowledged).hasSizeGreaterThan(ROUNDS);

    try (var metrics = new MetricsFixture(folder, url)) {
      Map<Labels, Samples> all = metrics.readAll();
      for (int i = 0; i < 3; i++) {
        Samples samples = all.getOrDefault(IngestingChild.series(i), Samples.NONE);
        assertThat(numbers(samples, i)).containsAll(acknowledged);
      }
      assertThat(metrics.catalogue.list(TimeRange.ALL)).isNotEmpty();
      // Requests are whole, though they are in two objects.
      assertThat(numbers(all.getOrDefault(IngestingChild.series(0), Samples.NONE), 0))
          .isEqualTo(numbers(all.getOrDefault(IngestingChild.series(2), Samples.NONE), 2));
    }
  }

  /** Each at its time, and none at two. */
  private static Set<Long> numbers(Samples samples, int series) {
    var at = new HashMap<Long, Long>();
    for (int i = 0; i < samples.size(); i++) {
      long number = (long) samples.value(i);
      assertThat(samples.timestamp(i)).isEqualTo(IngestingChild.time(series, number));
      assertThat(at.put(number, samples.timestamp(i))).as("number %d", number).isNull();
    }
    return at.keySet();
  }
}
