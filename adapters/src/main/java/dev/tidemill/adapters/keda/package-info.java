/**
 * Demand told to KEDA, for workers in a Deployment whose size KEDA sets.
 *
 * <p>Promise: demand that cannot be read is an error and never 0, so KEDA keeps the size or goes to
 * its fallback; what runs counts like what waits, so nothing shrinks under its own work; an unknown
 * setting is refused with those there are. A target that Tidemill's own controller already sizes is
 * refused ({@code FAILED_PRECONDITION}): two controllers on one target undo each other.
 *
 * <p>KEDA cannot choose who goes. See {@link dev.tidemill.adapters.kubernetes.PodDeletionCost}.
 */
@NullMarked
package dev.tidemill.adapters.keda;

import org.jspecify.annotations.NullMarked;
