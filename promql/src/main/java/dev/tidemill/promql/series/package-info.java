/**
 * Series, how they are found, and how they are read.
 *
 * <p>Promise: a series is its labels; labels are ordered by bytes, and their hash, which decides
 * the slot and thereby where data lie on disk, never changes between releases. A source gives every
 * matching series of a slot exactly once, in the order of labels, with all its samples of the time
 * range in strictly increasing time. The source is authoritative for samples; it neither
 * interpolates nor drops stale markers, which is the evaluator's business.
 */
@NullMarked
package dev.tidemill.promql.series;

import org.jspecify.annotations.NullMarked;
