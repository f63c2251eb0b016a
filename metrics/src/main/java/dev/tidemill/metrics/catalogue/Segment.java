package dev.tidemill.metrics.catalogue;

import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.storage.ObjectKey;

/**
 * A segment that counts.
 *
 * @param sequence of its commit, or of the latest of those it was made of: the greater counts
 * @param sha256 of the object, in hexadecimal
 */
public record Segment(
    long id,
    SlotRange slots,
    int level,
    TimeRange times,
    ObjectKey object,
    long bytes,
    long samples,
    long sequence,
    String sha256) {

  public Window window() {
    return Window.of(times.mint());
  }
}
