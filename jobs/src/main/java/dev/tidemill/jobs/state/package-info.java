/**
 * What a job, a run and a worker may become, and the pure decisions between them.
 *
 * <p>Promise: no I/O, no clock. The store carries out what is decided here and nothing else.
 */
@NullMarked
package dev.tidemill.jobs.state;

import org.jspecify.annotations.NullMarked;
