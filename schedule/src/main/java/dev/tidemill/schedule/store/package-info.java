/**
 * Schedules on SQL, the same on PostgreSQL and SQLite.
 *
 * <p>Promise: a fire's row, its run and the advance of its schedule are one transaction, so none
 * can be there without the others. Whoever changes a schedule or records a fire of it holds the
 * schedule's lock; (schedule, tick) is unique besides. Locks come before those of runs; several
 * schedules are only ever tried for, never waited for. Only the store's clock counts.
 */
@NullMarked
package dev.tidemill.schedule.store;

import org.jspecify.annotations.NullMarked;
