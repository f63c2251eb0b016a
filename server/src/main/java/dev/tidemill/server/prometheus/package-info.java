/**
 * The HTTP API of Prometheus over the metric store, for Grafana, promtool and remote write.
 *
 * <p>Promise: the same paths, parameters, JSON and status codes as Prometheus 3, from the one
 * evaluator that all other ways to ask use too. A query ends when its client leaves, when its time
 * is up, or when it wants more than {@link dev.tidemill.server.prometheus.QueryLimits}. A write is
 * answered with 204 only when its samples are committed.
 */
@NullMarked
package dev.tidemill.server.prometheus;

import org.jspecify.annotations.NullMarked;
