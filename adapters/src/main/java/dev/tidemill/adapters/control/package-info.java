/**
 * The controller as it runs in a server.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>One of the servers on a store controls, by the lease {@code scale}; its term is the
 *       controller's. Whoever does not lead refuses adapters, which then ask who does.
 *   <li>A round reads the signals, decides, tells adapters and stores what is news. A round whose
 *       signals cannot be read is left out: everything stays as it is.
 *   <li>What adapters show is taken for real after a change of leader; nothing else is handed over.
 * </ul>
 */
@NullMarked
package dev.tidemill.adapters.control;

import org.jspecify.annotations.NullMarked;
