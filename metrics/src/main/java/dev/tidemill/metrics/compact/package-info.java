/**
 * Fewer, larger segments; and none of those that are too old.
 *
 * <p>Promise: a query gives the same bits before, during and after, whoever else compacts, ingests
 * or dies. Of two compactions of the same segments one wins and the other has worked in vain.
 */
@NullMarked
package dev.tidemill.metrics.compact;

import org.jspecify.annotations.NullMarked;
