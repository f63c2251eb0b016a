/**
 * Metadata of metrics: type, help and unit, as senders say them.
 *
 * <p>Promise: the latest word on a metric counts, whoever said it, and is written only when it is
 * new. Queries do not look at it.
 */
@NullMarked
package dev.tidemill.metrics.metadata;

import org.jspecify.annotations.NullMarked;
