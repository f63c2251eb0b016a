/**
 * What of a query is computed where the data are, and how the pieces become one again.
 *
 * <p>A {@link dev.tidemill.promql.leaf.Leaf} describes the work, a {@link
 * dev.tidemill.promql.leaf.Partial} is what one slot yields, {@link
 * dev.tidemill.promql.leaf.PartialMerge} puts slots together. The single-process evaluator goes the
 * same way, so cutting a query into work items changes nothing, not even the last bit:
 *
 * <pre>
 *   series of a slot, by labels ──fold──► Partial of the slot ─┐
 *   series of a slot, by labels ──fold──► Partial of the slot ─┼─ merge, slots ascending ─► answer
 *   …                                                          ┘
 * </pre>
 *
 * <p>Slots are never merged with each other before the end, because adding floats is not
 * associative: a work item of five slots yields five partials. A slot computed twice replaces
 * nothing and adds nothing; the first one counts.
 */
@NullMarked
package dev.tidemill.promql.leaf;

import org.jspecify.annotations.NullMarked;
