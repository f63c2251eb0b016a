/**
 * Fewer, larger segments; and none of those that are too old.
 *
 * <p>Promise: a query gives the same bits before, during and after, whoever else compacts, ingests
 * or dies. Of two compactions of the same segments one wins and the other has worked in vain. An
 * object that is not the one that was committed is never replaced by what can be read of it. The
 * work is a job, asked for in time by every server and done once.
 */
@NullMarked
package dev.tidemill.metrics.compact;

import org.jspecify.annotations.NullMarked;
