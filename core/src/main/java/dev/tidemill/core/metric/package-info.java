/**
 * Metrics: declared once, then counted.
 *
 * <p>Promise: a metric exists only through a {@link dev.tidemill.core.metric.MetricSpec}, whose
 * name follows the house rules (prefix {@code tidemill_}, base units, {@code _total} on counters,
 * no ids as labels); the table in {@code docs/metrics.md} is made from the same declarations.
 */
@NullMarked
package dev.tidemill.core.metric;

import org.jspecify.annotations.NullMarked;
