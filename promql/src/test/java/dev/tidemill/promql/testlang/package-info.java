/**
 * Prometheus' language for tests of a query engine, and a runner for it.
 *
 * <p>Promise: a file means here what it means upstream, and a case passes only if it passes every
 * way that upstream tries it: as written, with {@code @} on all selectors at other times, and as
 * the middle of a range. What cannot run (native histograms, features that are not there) is
 * counted as skipped with its reason, never as passed. The runner takes any source of series, so
 * that the same files judge every way of storing and distributing data.
 */
@NullMarked
package dev.tidemill.promql.testlang;

import org.jspecify.annotations.NullMarked;
