/**
 * Segments: samples of many series in one immutable Parquet file.
 *
 * <p>Promise: what was written comes back bit for bit, or reading fails with {@code
 * SEGMENT_DAMAGED}; every page has a checksum. Series are ordered by slot, then labels; a series is
 * its labels, so two whose hashes collide merely share a slot. Finding a series reads the footer
 * and the series column; reading it, only the pages its samples are in. Any Parquet reader can read
 * a segment; this one reads only segments. {@code docs/metrics-store.md} has the layout.
 */
@NullMarked
package dev.tidemill.metrics.segment;

import org.jspecify.annotations.NullMarked;
