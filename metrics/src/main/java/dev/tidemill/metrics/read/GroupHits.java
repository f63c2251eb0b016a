package dev.tidemill.metrics.read;

import dev.tidemill.metrics.catalogue.Segment;
import dev.tidemill.metrics.segment.SegmentFile;
import dev.tidemill.metrics.segment.SeriesTable;
import dev.tidemill.promql.series.Labels;
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
  private volatile @Nullable Found found;

  GroupHits(SegmentReader reader, Segment segment, int group, Selector selector) {
    this.reader = reader;
    this.segment = segment;
    this.group = group;
    this.selector = selector;
  }

  /** Where a part of a series lies; lives no longer than the cursor over its slot. */
  record Piece(SegmentFile file, SeriesTable table, Segment segment, int group, int series) {}

  /**
   * @param series ascending
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Found(int[] series, int[] slots) {}

  void collect(Slot slot, Map<Labels, List<Piece>> into) {
    SegmentFile file = reader.file(segment);
    if (!segment.slots().has(slot) || !file.has(group, slot)) {
      return;
    }
    Found all = found();
    int from = all.slots[slot.number()];
    int to = all.slots[slot.number() + 1];
    if (from == to) {
      return;
    }
    SeriesTable table = reader.table(segment, group);
    for (int i = from; i < to; i++) {
      int series = all.series[i];
      into.computeIfAbsent(table.labels(series), labels -> new ArrayList<>(4))
          .add(new Piece(file, table, segment, group, series));
    }
  }

  private Found found() {
    Found known = found;
    if (known == null) {
      SeriesTable table = reader.table(segment, group);
      int[] series = table.find(selector);
      known = new Found(series, table.slots(series));
      found = known;
    }
    return known;
  }
}
