package dev.tidemill.metrics.read;

import dev.tidemill.metrics.catalogue.Segment;
import dev.tidemill.metrics.segment.SegmentFile;
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
import org.jspecify.annotations.Nullable;

/** Segments as one query sees them. Thread-safe. */
final class QuerySource implements SeriesSource {
  private final SegmentReader reader;
  private final Function<TimeRange, List<Segment>> list;
  private final Map<TimeRange, List<Segment>> listed = new ConcurrentHashMap<>();
  private final Map<Asked, List<GroupHits>> asked = new ConcurrentHashMap<>();

  /** Slot after slot is asked for the same: what was asked last is known at a glance. */
  private volatile @Nullable Last last;

  private record Asked(Selector selector, TimeRange range) {}

  private record Last(Asked question, List<GroupHits> groups) {}

  /**
   * @param list those with a time in a range, those that count more first
   */
  QuerySource(SegmentReader reader, Function<TimeRange, List<Segment>> list) {
    this.reader = reader;
    this.list = list;
  }

  @Override
  public SeriesCursor select(Selector selector, TimeRange range, Slot slot, QueryBudget budget) {
    var found = new TreeMap<Labels, List<GroupHits.Piece>>();
    budget.checkpoint();
    for (GroupHits group : groups(selector, range, budget)) {
      group.collect(slot, budget, found);
    }
    return new PieceCursor(found, range, reader, budget);
  }

  private List<GroupHits> groups(Selector selector, TimeRange range, QueryBudget budget) {
    var question = new Asked(selector, range);
    @Nullable Last before = last;
    if (before != null && before.question().equals(question)) {
      return before.groups();
    }
    List<GroupHits> groups = groups(question, budget);
    last = new Last(question, groups);
    return groups;
  }

  private List<GroupHits> groups(Asked question, QueryBudget budget) {
    @Nullable List<GroupHits> known = asked.get(question);
    if (known != null) {
      return known;
    }
    var groups = new ArrayList<GroupHits>();
    for (Segment segment : listed.computeIfAbsent(question.range(), list)) {
      budget.checkpoint();
      SegmentFile file = reader.file(segment);
      for (int group : file.groups(question.range())) {
        groups.add(new GroupHits(reader, segment, file, group, question.selector()));
      }
    }
    @Nullable List<GroupHits> earlier = asked.putIfAbsent(question, groups);
    return earlier == null ? groups : earlier;
  }
}
