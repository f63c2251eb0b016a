/**
 * Making the groups there are into the groups there shall be, on any platform.
 *
 * <p>Promise: busy work is never interrupted. There is no kill in this seam: a group is asked to
 * end, may be asked to stay after all, and is forgotten once it has ended by itself.
 *
 * <p>Authoritative: the controller for what shall be (a {@link dev.tidemill.adapters.DesiredSet},
 * numbered by generation), the platform for what is ({@code observe()}). An adapter remembers
 * nothing but the highest generation it has seen, so it can be restarted at any time; a message
 * that is lost, doubled or overtaken is healed by the next. The states of a group are those of
 * {@link dev.tidemill.scale.GroupState}.
 *
 * <p>A new platform is one class: {@link dev.tidemill.adapters.WorkerAdapter}.
 */
@NullMarked
package dev.tidemill.adapters;

import org.jspecify.annotations.NullMarked;
