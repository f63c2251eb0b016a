package dev.tidemill.metrics.catalogue;

import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.storage.ObjectKey;

/**
 * A segment that counts.
 *
 * @param sequence of its commit, or of the latest of those it was made of: the greater counts
 */
public record Segment(
    long id,
    SlotRange slots,
    int level,
    TimeRange times,
    ObjectKey object,
    long bytes,
    long samples,
    long sequence) {

  public Window window() {
    return Window.of(times.mint());
  }
}
