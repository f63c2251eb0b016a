package dev.tidemill.promql.series;

import java.util.Map;

class MemorySeriesTest extends SeriesSourceContract {
  @Override
  protected SeriesSource source(Map<Labels, Samples> series) {
    return new MemorySeries(series);
  }
}
