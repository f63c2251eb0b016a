/**
 * The handler SPI: what one needs to know to write a kind of job.
 *
 * <p>Promise: a handler is given its work under an {@link dev.tidemill.core.job.Epoch}; while it
 * holds that epoch nobody else's result for the job is accepted, and once it lost it, its own is
 * refused and its thread interrupted. Handlers are found by {@link java.util.ServiceLoader}, must
 * be thread-safe, and end soon after an interruption. Running twice must be harmless: outputs of a
 * run that did not settle are never read.
 */
@NullMarked
package dev.tidemill.core.job;

import org.jspecify.annotations.NullMarked;
