package dev.tidemill.metrics.catalogue;

import dev.tidemill.promql.series.TimeRange;

/**
 * A segment whose object is stored and which shall count.
 *
 * @param level 0 as it came in, 1 compacted
 * @param sha256 of the object, in hexadecimal
 */
public record NewSegment(
    SlotRange slots,
    int level,
    TimeRange times,
    SegmentName object,
    long bytes,
    long samples,
    long series,
    String sha256) {}
