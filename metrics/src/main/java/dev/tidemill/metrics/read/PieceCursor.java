package dev.tidemill.metrics.read;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.SampleMerge;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.StandingCursor;
import dev.tidemill.promql.series.TimeRange;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Puts the pieces of one series after the other together. */
final class PieceCursor extends StandingCursor {
  private final Iterator<Map.Entry<Labels, List<GroupHits.Piece>>> series;
  private final TimeRange range;
  private final SegmentReader reader;
  private final QueryBudget budget;

  /**
   * @param series with the pieces that count more first
   */
  PieceCursor(
      SortedMap<Labels, List<GroupHits.Piece>> series,
      TimeRange range,
      SegmentReader reader,
      QueryBudget budget) {
    this.series = series.entrySet().iterator();
    this.range = range;
    this.reader = reader;
    this.budget = budget;
  }

  @Override
  public boolean next() {
    leave();
    while (series.hasNext()) {
      var entry = series.next();
      Samples merged = SampleMerge.of(read(entry.getValue()));
      if (merged.size() > 0) {
        budget.spend(merged.size());
        standOn(entry.getKey(), merged);
        return true;
      }
    }
    return false;
  }

  private List<Samples> read(List<GroupHits.Piece> pieces) {
    var parts = new ArrayList<Samples>(pieces.size());
    for (GroupHits.Piece piece : pieces) {
      budget.checkpoint();
      for (Samples part : reader.samples(piece)) {
        Samples inRange = part.within(range);
        if (inRange.size() > 0) {
          parts.add(inRange);
        }
      }
    }
    return parts;
  }
}
