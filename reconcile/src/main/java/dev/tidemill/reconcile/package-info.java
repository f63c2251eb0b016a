/**
 * Two datasets, one recipe, evidence.
 *
 * <p>Promise: a record is consumed by at most one rule; what no rule consumed is unmatched,
 * exactly; the same data and recipe give the same evidence.
 */
@NullMarked
package dev.tidemill.reconcile;

import org.jspecify.annotations.NullMarked;
