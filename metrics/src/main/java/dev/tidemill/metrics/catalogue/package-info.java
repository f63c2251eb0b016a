/**
 * Which segments count.
 *
 * <p>Promise: segments are committed together or not at all, and a swap of many for fewer is one
 * step: a reader sees either, never both. Every commit has a number that grows in the order of
 * commits; of two samples of the same series and time the one of the later commit counts. Objects
 * nobody names are swept when their writer can no longer commit them. The database is
 * authoritative, also for time.
 */
@NullMarked
package dev.tidemill.metrics.catalogue;

import org.jspecify.annotations.NullMarked;
