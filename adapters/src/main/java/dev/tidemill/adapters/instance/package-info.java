/**
 * Groups of workers on a platform that runs each of them by itself: a pod, a task.
 *
 * <p>Promise: nothing that may be at work is ever deleted. A group is asked to end through {@link
 * dev.tidemill.adapters.DrainRequests}; what has ended is deleted when it is forgotten; what never
 * began is withdrawn, but only once a look made <em>after</em> the request shows that it still has
 * not begun, so that it cannot have taken work.
 *
 * <p>Authoritative: the platform. Each instance carries its group, what it was started for and
 * whether it was asked to end, so an adapter that restarts finds its groups as they are. What only
 * memory holds (a start that was refused, a group whose instances all vanished) is lost with it,
 * and then such a group is simply not there, which the controller knows to treat.
 *
 * <p>A new platform is an {@link dev.tidemill.adapters.instance.InstancePlatform}; {@link
 * dev.tidemill.adapters.instance.InstanceAdapter} makes it a worker adapter.
 */
@NullMarked
package dev.tidemill.adapters.instance;

import org.jspecify.annotations.NullMarked;
