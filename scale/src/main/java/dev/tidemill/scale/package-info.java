/**
 * How large the fleet should be, and why.
 *
 * <p>Promise: policies are pure. They see a {@link dev.tidemill.scale.ScalingSnapshot} and give a
 * {@link dev.tidemill.scale.ScalingAdvice}; the same snapshot always gives the same advice, and
 * every line of it says why. What is not known is {@link dev.tidemill.scale.Reading.Unknown}, never
 * 0, and holds the size. A group that is starting is supply; one that is draining is neither supply
 * nor a reason to shed another.
 *
 * <p>Authoritative: the store for the work there is, each adapter for the groups there are, the
 * controller for the groups there shall be. A policy advises and decides nothing.
 *
 * <p>The states of a group are in {@link dev.tidemill.scale.GroupState#TABLE}, drawn in {@code
 * docs/diagrams/group.mmd}: being asked to end (draining) and having ended (gone) are two states,
 * and what ends unasked has failed.
 */
@NullMarked
package dev.tidemill.scale;

import org.jspecify.annotations.NullMarked;
