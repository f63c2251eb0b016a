package dev.tidemill.metrics.read;

import dev.tidemill.metrics.catalogue.Segment;
import dev.tidemill.metrics.segment.SegmentFile;
import dev.tidemill.metrics.segment.SeriesTable;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which series of a row group a query asks for: found out once, at the first slot that needs it.
 * Holds numbers only, so that a long query does not keep alive what the cache gives up.
 * Thread-safe: two who find out at once find the same.
 */
final class GroupHits {
  private final SegmentReader reader;
  private final Segment segment;
  private final int group;
  private final Selector selector;

  /** A bit for each slot that may have hits, so that the others cost nothing. */
  private volatile long slots;

  private volatile @Nullable Found found;

  /**
   * @param file of the segment
   */
  GroupHits(SegmentReader reader, Segment segment, SegmentFile file, int group, Selector selector) {
    this.reader = reader;
    this.segment = segment;
    this.group = group;
    this.selector = selector;
    this.slots = segment.slots().bits() & file.slots(group);
  }

  /** Where a part of a series lies; lives no longer than the cursor over its slot. */
  record Piece(SegmentFile file, SeriesTable table, Segment segment, int group, int series) {}

  /**
   * @param series ascending
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Found(int[] series, int[] slots) {
    long hits() {
      long hits = 0;
      for (int slot = 0; slot < Slot.COUNT; slot++) {
        if (slots[slot] < slots[slot + 1]) {
          hits |= 1L << slot;
        }
      }
      return hits;
    }
  }

  void collect(Slot slot, QueryBudget budget, Map<Labels, List<Piece>> into) {
    if ((slots >>> slot.number() & 1) == 0) {
      return;
    }
    Found all = found(budget);
    int from = all.slots[slot.number()];
    int to = all.slots[slot.number() + 1];
    if (from == to) {
      return;
    }
    SegmentFile file = reader.file(segment);
    SeriesTable table = reader.table(segment, group);
    for (int i = from; i < to; i++) {
      int series = all.series[i];
      into.computeIfAbsent(table.labels(series), labels -> new ArrayList<>(4))
          .add(new Piece(file, table, segment, group, series));
    }
  }

  private Found found(QueryBudget budget) {
    Found known = found;
    if (known == null) {
      budget.checkpoint();
      SeriesTable table = reader.table(segment, group);
      int[] series = table.find(selector);
      known = new Found(series, table.slots(series));
      found = known;
      slots = known.hits() & slots;
    }
    return known;
  }
}
