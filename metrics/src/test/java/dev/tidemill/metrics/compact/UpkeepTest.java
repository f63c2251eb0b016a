package dev.tidemill.metrics.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunFilter;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.store.SqlJobIntake;
import dev.tidemill.metrics.MetricsFixture;
import dev.tidemill.metrics.catalogue.SegmentSweep;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("Q3")
class UpkeepTest {
  private static final Labels UP = Labels.of("__name__", "up");
  private static final Duration EVERY = Duration.ofMinutes(5);

  private final Path folder;

  UpkeepTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void samples_older_than_the_retention_go_and_all_others_stay() throws Exception {
    var time = new SystemTime();
    long now = time.now().toEpochMilli();
    long old = now - Duration.ofDays(3).toMillis();
    long young = now - Duration.ofHours(20).toMillis();
    try (var metrics = new MetricsFixture(folder)) {
      metrics.write(Map.of(UP, Samples.of(new long[] {old, young, now}, new double[] {1, 2, 3})));
      MetricUpkeep upkeep = upkeep(metrics, time);

      upkeep.run(new MetricUpkeep.Payload(null));
      assertThat(Objects.requireNonNull(metrics.readAll().get(UP)).size()).isEqualTo(3);

      upkeep.run(new MetricUpkeep.Payload("1d"));
      Samples left = Objects.requireNonNull(metrics.readAll().get(UP));
      assertThat(left.size()).isEqualTo(2);
      assertThat(left.timestamp(0)).isEqualTo(young);
      assertThat(left.timestamp(1)).isEqualTo(now);
    }
  }

  @Test
  void however_many_ask_there_is_one_job_in_an_interval_and_none_while_one_is_open() {
    var time = new SimulatedTime();
    try (var metrics = new MetricsFixture(folder)) {
      var intake = new SqlJobIntake(metrics.store, 1000, Wakeups.NONE);
      UpkeepCalls one = calls(metrics, intake, time);
      UpkeepCalls other = calls(metrics, intake, time);
      assertThat(one.call()).as("nothing to keep up").isFalse();

      metrics.write(Map.of(UP, Samples.of(new long[] {1}, new double[] {1})));
      assertThat(one.call()).isTrue();
      assertThat(other.call()).as("one is open").isFalse();
      time.advance(EVERY);
      assertThat(one.call()).as("it still is").isFalse();

      List<RunView> runs = runs(intake);
      assertThat(runs).hasSize(1);
      intake.cancel(runs.getFirst().id());
      assertThat(other.call()).as("a new interval").isTrue();
      intake.cancel(runs(intake).getFirst().id());
      assertThat(one.call()).as("the same interval").isFalse();
      assertThat(runs(intake)).hasSize(2);
    }
  }

  private static List<RunView> runs(SqlJobIntake intake) {
    return intake.runs(new RunFilter(null, "metrics_upkeep"), new Page(0, 10));
  }

  private static UpkeepCalls calls(MetricsFixture metrics, SqlJobIntake intake, TimeSource time) {
    return new UpkeepCalls(intake, metrics.catalogue, EVERY, Duration.ofDays(30), time);
  }

  private static MetricUpkeep upkeep(MetricsFixture metrics, TimeSource time) {
    return new MetricUpkeep(
        metrics.catalogue,
        new Compaction(metrics.catalogue, metrics.objects, time),
        new SegmentSweep(metrics.store, metrics.objects, "default"),
        time);
  }
}
