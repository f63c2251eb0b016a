package dev.tidemill.metrics.read;

import dev.tidemill.metrics.catalogue.Segment;
import dev.tidemill.metrics.segment.SeriesTable;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.SeriesCursor;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.series.TimeRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Segments as one query sees them. Thread-safe. */
final class QuerySource implements SeriesSource {
  private final SegmentReader reader;
  private final Function<TimeRange, List<Segment>> list;
  private final Map<TimeRange, List<Segment>> listed = new ConcurrentHashMap<>();

  /**
   * @param list those with a time in a range, those that count more first
   */
  QuerySource(SegmentReader reader, Function<TimeRange, List<Segment>> list) {
    this.reader = reader;
    this.list = list;
  }

  /** Where a part of a series lies. */
  record Piece(Segment segment, int group, int series) {}

  @Override
  public SeriesCursor select(Selector selector, TimeRange range, Slot slot, QueryBudget budget) {
    var found = new TreeMap<Labels, List<Piece>>();
    for (Segment segment : listed.computeIfAbsent(range, list)) {
      if (!segment.slots().has(slot)) {
        continue;
      }
      budget.checkpoint();
      for (int group : reader.file(segment).groups(slot, range)) {
        SeriesTable table = reader.table(segment, group);
        for (int series : table.find(selector, slot)) {
          found
              .computeIfAbsent(table.labels(series), labels -> new ArrayList<>(4))
              .add(new Piece(segment, group, series));
        }
      }
    }
    return new PieceCursor(found, range, reader, budget);
  }
}
