/**
 * Workers as tasks of Amazon ECS.
 *
 * <p>Promise: a task that may be at work is never stopped. A group is a number of tasks started one
 * by one, each under a token of its own, so that a request whose answer was lost starts nothing
 * twice. They are asked to end through {@link dev.tidemill.adapters.DrainRequests} and end by
 * themselves; {@code StopTask} is called only for a task that was asked to end and has still not
 * begun. That {@code RunTask} answers 200 means nothing: what it could not place it lists as
 * failures, and those are failures here.
 *
 * <p>Authoritative: ECS. A task tells its group and worker by the environment it was started with,
 * and carries a tag while it is asked to end. ECS shows new tasks a little late and ended ones for
 * about an hour; both is reckoned with.
 *
 * <p>{@link dev.tidemill.adapters.ecs.TaskProtection} is for the other way round: tasks of a
 * service that somebody else scales.
 */
@NullMarked
package dev.tidemill.adapters.ecs;

import org.jspecify.annotations.NullMarked;
