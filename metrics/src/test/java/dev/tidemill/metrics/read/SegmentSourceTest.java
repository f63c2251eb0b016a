package dev.tidemill.metrics.read;

import dev.tidemill.metrics.MetricsFixture;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.series.SeriesSourceContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Series that were written twice. */
class SegmentSourceTest extends SeriesSourceContract {
  private final Path folder;
  private final List<MetricsFixture> open = new ArrayList<>();

  SegmentSourceTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Override
  protected SeriesSource source(Map<Labels, Samples> series) {
    var metrics = new MetricsFixture(folder.resolve("store-" + open.size()));
    open.add(metrics);
    if (!series.isEmpty()) {
      metrics.write(series);
      metrics.write(series);
    }
    return metrics.reader.forQuery();
  }

  @AfterEach
  void close() {
    open.forEach(MetricsFixture::close);
  }
}
