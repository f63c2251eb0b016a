package dev.tidemill.promql.series;

import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/** Series in memory, as tests and small imports need them. Immutable. */
public final class MemorySeries implements SeriesSource {
  private final Map<Slot, TreeMap<Labels, Samples>> slots = new TreeMap<>();

  public MemorySeries(Map<Labels, Samples> series) {
    series.forEach(
        (labels, samples) ->
            slots.computeIfAbsent(Slot.of(labels), s -> new TreeMap<>()).put(labels, samples));
  }

  @Override
  public SeriesCursor select(Selector selector, TimeRange range, Slot slot, QueryBudget budget) {
    Map<Labels, Samples> series = slots.getOrDefault(slot, new TreeMap<>());
    return new Cursor(series.entrySet().iterator(), selector, range, budget);
  }

  /** Reads a map in its order. */
  private static final class Cursor extends StandingCursor {
    private final Iterator<Map.Entry<Labels, Samples>> series;
    private final Selector selector;
    private final TimeRange range;
    private final QueryBudget budget;

    Cursor(
        Iterator<Map.Entry<Labels, Samples>> series,
        Selector selector,
        TimeRange range,
        QueryBudget budget) {
      this.series = series;
      this.selector = selector;
      this.range = range;
      this.budget = budget;
    }

    @Override
    public boolean next() {
      leave();
      while (series.hasNext()) {
        var entry = series.next();
        Samples inRange =
            selector.matches(entry.getKey()) ? entry.getValue().within(range) : Samples.NONE;
        if (inRange.size() > 0) {
          budget.spend(inRange.size());
          standOn(entry.getKey(), inRange);
          return true;
        }
      }
      return false;
    }
  }
}
