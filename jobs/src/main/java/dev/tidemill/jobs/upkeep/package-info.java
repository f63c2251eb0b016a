/**
 * The pass that notices what nobody else can: dead workers, passed deadlines, gates left shut, due
 * work nobody was told of, leftovers, old rows.
 *
 * <p>Any number of processes may run it; they take turns. Its worst case is known: {@link
 * dev.tidemill.jobs.upkeep.Recovery} says how long a killed worker's jobs may wait.
 */
@NullMarked
package dev.tidemill.jobs.upkeep;

import org.jspecify.annotations.NullMarked;
