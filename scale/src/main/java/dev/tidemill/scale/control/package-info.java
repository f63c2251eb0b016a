/**
 * What the controller does, as a step function: a state, an event and a time give the next state
 * and what to tell whom.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Every echo carries all wishes for an adapter under a generation that only grows; nothing
 *       depends on one message arriving.
 *   <li>An adapter is wished nothing before it has told what it has: what a former controller
 *       started is adopted, not drained.
 *   <li>A silent adapter is held. What it was asked to start counts as supply as long as it may
 *       still come.
 *   <li>A start that does not show, or fails, is given up and asked for under another name, later
 *       each time. Names are never used again.
 *   <li>Work is never interrupted: groups are wished to drain, and to run after all when needed.
 *   <li>A controller that hears of a later term does nothing more.
 * </ul>
 *
 * <p>Authoritative: the store for the term (and so for who controls), each adapter for its groups.
 * The state here can be lost at any time: the next controller learns it from the adapters.
 */
@NullMarked
package dev.tidemill.scale.control;

import org.jspecify.annotations.NullMarked;
