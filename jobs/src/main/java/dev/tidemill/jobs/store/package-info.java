/**
 * The seams of the durable path on SQL.
 *
 * <p>Promise: the same behaviour on PostgreSQL and SQLite, proven by one contract suite. Statements
 * that matter for speed lie as {@code .sql} files per dialect; the others are shared and use
 * macros: <code>${live}</code> are the states of workers that hold a lease, <code>${now}</code> is
 * the database's clock in microseconds, <code>${lock}</code> and <code>
 * ${try_lock}</code> lock the rows of a select, waiting or not.
 *
 * <p>Lock order, everywhere: runs in id order, then jobs, then workers. A statement that holds job
 * locks may touch a run only with <code>${try_lock}</code>. {@code docs/lock-order.md} has the
 * table.
 */
@NullMarked
package dev.tidemill.jobs.store;

import org.jspecify.annotations.NullMarked;
