package dev.tidemill.metrics.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.metric.MetricSpec;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.metrics.MetricsFixture;
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
class OwnMetricsTest {
  private static final MetricSpec DONE =
      MetricSpec.counter("tidemill_done_total", "What was done", "how");
  private static final MetricSpec TOOK =
      MetricSpec.histogram("tidemill_took_seconds", "How long it took");

  @Test
  void what_the_process_counts_is_stored_as_if_it_had_been_scraped(@TempDir Path folder) {
    var meters = new Meters(new MetricCatalog().add(List.of(DONE, TOOK)));
    meters.counter(DONE).labelValues("well").inc(3);
    meters.histogram(TOOK).observe(0.02);
    meters.histogram(TOOK).observe(100);
    try (var metrics = new MetricsFixture(folder)) {
      Ingester ingester = metrics.ingester(MetricsFixture.FAST);
      var own = new OwnMetrics(meters, ingester, "here:1", new SystemTime());
      own.start();
      await().atMost(Duration.ofSeconds(60)).until(() -> !metrics.readAll().isEmpty());
      own.stop();
      ingester.stop();

      Map<Labels, Samples> all = metrics.readAll();
      assertThat(last(all, of("tidemill_done_total", "how", "well"))).isEqualTo(3);
      assertThat(last(all, of("tidemill_took_seconds_count"))).isEqualTo(2);
      assertThat(last(all, of("tidemill_took_seconds_sum"))).isEqualTo(100.02);
      assertThat(last(all, of("tidemill_took_seconds_bucket", "le", "+Inf"))).isEqualTo(2);
      assertThat(last(all, of("tidemill_took_seconds_bucket", "le", "1"))).isEqualTo(1);
    }
  }

  private static Labels of(String name, String... more) {
    Labels labels = Labels.of("__name__", name, "instance", "here:1", "job", "tidemill");
    for (int i = 0; i < more.length; i += 2) {
      labels = labels.with(more[i], more[i + 1]);
    }
    return labels;
  }

  private static double last(Map<Labels, Samples> all, Labels labels) {
    Samples samples = Objects.requireNonNull(all.get(labels), labels::toString);
    return samples.value(samples.size() - 1);
  }
}
