/**
 * One of many nodes leads.
 *
 * <p>Promise: at no moment do two nodes trust that they lead, and after a leader has gone another
 * leads within the lease's time and half a second, at once when it stopped cleanly.
 *
 * <p>Authoritative is the lease store: it alone decides who holds the lease, by its own clock, and
 * issues the term, which grows with every change of holder. A node trusts its leadership for the
 * lease's time, counted on its own monotonic clock from the START of the request that was granted,
 * which is never later than the store's own count. A node that was paused, or whose renewals are
 * lost, thereby stops trusting before the store gives the lease to another.
 *
 * <pre>
 *   follower ──won──► leader ──lost──► stepping_down ──work_ended──► follower
 *      │                 └──stop_asked──► stopping ◄──stop_asked── (stepping_down)
 *      └──stop_asked──► stopped ◄──work_ended──┘
 * </pre>
 *
 * <p>Losing the lease and having ended the leader's work are different states: a node does not
 * stand again before its work has ended. The table is {@link
 * dev.tidemill.schedule.leader.ElectorState#TABLE}, drawn in {@code docs/diagrams/elector.mmd}.
 */
@NullMarked
package dev.tidemill.schedule.leader;

import org.jspecify.annotations.NullMarked;
