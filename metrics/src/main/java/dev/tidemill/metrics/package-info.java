/**
 * Metric samples that last: how they come in, how they lie, how they are found.
 *
 * <p>Promise: a sample that was acknowledged is there after any crash, and counts once however
 * often it was sent. Samples lie in immutable objects ({@link dev.tidemill.metrics.segment}); the
 * catalogue ({@link dev.tidemill.metrics.catalogue}) is authoritative for which of them count.
 */
@NullMarked
package dev.tidemill.metrics;

import org.jspecify.annotations.NullMarked;
