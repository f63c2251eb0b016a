/**
 * PromQL without I/O: what a query means, never where its data lie.
 *
 * <p>Promise: the same data give the same answer bit for bit, in one process or on any number of
 * workers. Two things make it so. Data come through {@link
 * dev.tidemill.promql.series.SeriesSource}, slot by slot, whole series only. And floats are reduced
 * in one order that depends on the data alone: within a slot by labels, then slots ascending
 * ({@link dev.tidemill.promql.leaf}).
 */
@NullMarked
package dev.tidemill.promql;

import org.jspecify.annotations.NullMarked;
