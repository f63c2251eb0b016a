package dev.tidemill.promql.series;

import java.util.ArrayList;
import java.util.List;

/**
 * Several sources as one. A series that is in more than one of them comes once, its samples merged
 * in the order of time; of two samples at the same time the earlier source's counts, so that what
 * was stored twice is read once.
 */
public final class MergeSorted implements SeriesSource {
  private final List<SeriesSource> sources;

  public MergeSorted(List<? extends SeriesSource> sources) {
    this.sources = List.copyOf(sources);
  }

  @Override
  public SeriesCursor select(Selector selector, TimeRange range, Slot slot, QueryBudget budget) {
    var cursors = new ArrayList<SeriesCursor>();
    try {
      for (SeriesSource source : sources) {
        cursors.add(source.select(selector, range, slot, budget));
      }
    } catch (RuntimeException e) {
      cursors.forEach(SeriesCursor::close);
      throw e;
    }
    return new Cursor(cursors);
  }

  /** Stands on the least labels of all that are left. */
  private static final class Cursor extends StandingCursor {
    private final List<SeriesCursor> cursors;

    /** Those of {@link #cursors} that stand on a series not yet given. */
    private final List<SeriesCursor> waiting = new ArrayList<>();

    private boolean started;

    Cursor(List<SeriesCursor> cursors) {
      this.cursors = cursors;
    }

    @Override
    public boolean next() {
      leave();
      if (!started) {
        started = true;
        cursors.stream().filter(SeriesCursor::next).forEach(waiting::add);
      }
      Labels labels = null;
      for (SeriesCursor cursor : waiting) {
        if (labels == null || cursor.labels().compareTo(labels) < 0) {
          labels = cursor.labels();
        }
      }
      if (labels == null) {
        return false;
      }
      var pieces = new ArrayList<Samples>();
      for (SeriesCursor cursor : List.copyOf(waiting)) {
        if (cursor.labels().equals(labels)) {
          pieces.add(cursor.samples());
          if (!cursor.next()) {
            waiting.remove(cursor);
          }
        }
      }
      standOn(labels, SampleMerge.of(pieces));
      return true;
    }

    @Override
    public void close() {
      super.close();
      cursors.forEach(SeriesCursor::close);
    }
  }
}
