/**
 * What there is to do and who is there to do it, read from the store.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>One reading is one transaction by the store's clock, so its numbers belong together.
 *   <li>What cannot be read is an error, never 0: whoever asks gets an exception.
 *   <li>A reading costs the same whatever has ended and however much waits: counts stop at a cap
 *       and say so, averages look at the latest few, lanes are walked along their index.
 * </ul>
 *
 * <p>Authoritative: the store. Nothing is kept here.
 */
@NullMarked
package dev.tidemill.scale.signal;

import org.jspecify.annotations.NullMarked;
