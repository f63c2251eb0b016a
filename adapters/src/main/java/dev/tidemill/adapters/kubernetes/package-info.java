/**
 * Workers as pods.
 *
 * <p>Promise: a pod that may be at work is never deleted. A group is a number of bare pods ({@code
 * restartPolicy: Never}, no ReplicaSet that would pick a victim of its own). They are asked to end
 * through {@link dev.tidemill.adapters.DrainRequests}, finish and exit by themselves; a pod is
 * deleted only after its worker has ended, and by its uid, so never another of the same name. One
 * that never began (no node, no image) is deleted only if nothing about it has changed since it was
 * seen.
 *
 * <p>Authoritative: the API server. A pod carries its adapter and group as labels, and what it was
 * started for and whether it was asked to end as annotations. An answer that does not come, or is
 * an error, changes nothing.
 *
 * <p>{@link dev.tidemill.adapters.kubernetes.PodDeletionCost} is for the other way round: pods of a
 * Deployment that somebody else scales.
 */
@NullMarked
package dev.tidemill.adapters.kubernetes;

import org.jspecify.annotations.NullMarked;
