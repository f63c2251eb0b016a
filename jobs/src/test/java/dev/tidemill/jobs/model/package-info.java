/**
 * A second store, kept in memory: slow, single-threaded and written from what the seams promise,
 * not from the statements of the real ones. What the real stores do is compared with it, and the
 * simulation runs on it.
 *
 * <p>Promises: counters of runs are counted anew from the jobs with every change, never carried
 * forward; a call that throws has changed nothing.
 */
@NullMarked
package dev.tidemill.jobs.model;

import org.jspecify.annotations.NullMarked;
