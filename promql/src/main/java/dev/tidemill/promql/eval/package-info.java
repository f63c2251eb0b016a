/**
 * From a query and a source of series to an answer.
 *
 * <p>An expression becomes a tree of {@link dev.tidemill.promql.eval.ExecNode}s. A node gives rows:
 * a series with one value per step, so that two rows of any two nodes meet at the same moments
 * ({@link dev.tidemill.promql.eval.EvalFlow}). Rows stream from node to node and are only collected
 * where all are needed at once.
 *
 * <pre>
 *   source ─ samples of a series ─► select / window ─ row ─► map ─ row ─► reduce ─► … ─► answer
 * </pre>
 *
 * <p>Promise: rows come in the one order of reduction (slots ascending, within a slot by labels),
 * except from what sorts, which is the last node of its query. Names are removed at the very end,
 * so that until then a row's labels are its series' own. A step without a value holds a {@link
 * dev.tidemill.promql.series.StaleMarker}. Evaluation runs in the caller's thread, ends soon after
 * that thread is interrupted, and keeps within the query's {@link
 * dev.tidemill.promql.series.QueryBudget}.
 */
@NullMarked
package dev.tidemill.promql.eval;

import org.jspecify.annotations.NullMarked;
