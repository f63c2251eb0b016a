package dev.tidemill.promql.testlang;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.SeriesCursor;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.series.TimeRange;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Notices when a query reads what this engine does not have. A case is skipped for what it reads,
 * not for what happens to be loaded.
 */
final class FloatGuard implements SeriesSource {
  private final SeriesSource source;
  private final Map<Labels, NavigableMap<Long, String>> unsupported;

  /**
   * @param unsupported per series the moments at which something is there, and what
   */
  FloatGuard(SeriesSource source, Map<Labels, NavigableMap<Long, String>> unsupported) {
    this.source = source;
    this.unsupported = unsupported;
  }

  /** The query read something other than a float. */
  static final class Unsupported extends RuntimeException {
    Unsupported(String what) {
      super(what);
    }
  }

  @Override
  public SeriesCursor select(Selector selector, TimeRange range, Slot slot, QueryBudget budget) {
    unsupported.forEach(
        (labels, moments) -> {
          NavigableMap<Long, String> read = moments.subMap(range.mint(), true, range.maxt(), true);
          if (!read.isEmpty() && selector.matches(labels)) {
            throw new Unsupported(read.firstEntry().getValue());
          }
        });
    return source.select(selector, range, slot, budget);
  }
}
