/**
 * How stored samples are read: as a {@link dev.tidemill.promql.series.SeriesSource} for the
 * evaluator.
 *
 * <p>Promise: however samples are cut into segments, a series comes once and whole, every sample
 * once, of several at the same time the one of the latest commit; so queries give the same bits
 * before and after a compaction. What was decoded is kept for others within a budget of memory;
 * segments never change, so nothing of it is ever wrong.
 */
@NullMarked
package dev.tidemill.metrics.read;

import org.jspecify.annotations.NullMarked;
