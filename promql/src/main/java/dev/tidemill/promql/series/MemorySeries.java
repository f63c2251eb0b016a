package dev.tidemill.promql.series;

import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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
  private static final class Cursor implements SeriesCursor {
    private final Iterator<Map.Entry<Labels, Samples>> series;
    private final Selector selector;
    private final TimeRange range;
    private final QueryBudget budget;
    private @Nullable Labels labels;
    private @Nullable Samples samples;
    private boolean closed;

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
      requireOpen();
      labels = null;
      samples = null;
      while (series.hasNext()) {
        var entry = series.next();
        Samples inRange =
            selector.matches(entry.getKey()) ? entry.getValue().within(range) : Samples.NONE;
        if (inRange.size() > 0) {
          budget.spend(inRange.size());
          labels = entry.getKey();
          samples = inRange;
          return true;
        }
      }
      return false;
    }

    @Override
    public Labels labels() {
      return current(labels);
    }

    @Override
    public Samples samples() {
      return current(samples);
    }

    private <T> T current(@Nullable T of) {
      requireOpen();
      if (of == null) {
        throw new IllegalStateException("the cursor stands on no series");
      }
      return of;
    }

    private void requireOpen() {
      if (closed) {
        throw new IllegalStateException("the cursor is closed");
      }
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
