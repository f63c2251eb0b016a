package dev.tidemill.metrics.catalogue;

import dev.tidemill.promql.series.TimeRange;
import java.time.Instant;
import java.util.List;

/** The segments of one tenant that count. Thread-safe, also between processes. */
public interface Catalogue {
  String tenant();

  /**
   * All of them count from now on, or none.
   *
   * @throws dev.tidemill.core.error.TidemillException {@code SEGMENT_TOO_LATE} if an object is so
   *     old that it may have been swept
   */
  void commit(List<NewSegment> segments);

  /** Those with a time in {@code range}, those that count more first. */
  List<Segment> list(TimeRange range);

  /**
   * Puts {@code fresh}, which hold the same samples, in the place of {@code old}, at once. They
   * count as much as the latest of {@code old}, so whatever was committed in between must be among
   * {@code old}.
   *
   * @throws dev.tidemill.core.error.TidemillException {@code SEGMENTS_CHANGED} if it is not, or one
   *     of {@code old} counts no more
   */
  void swap(List<Segment> old, List<NewSegment> fresh);

  /** Segments that end before a time count no more. Returns how many. */
  int dropBefore(Instant time);
}
