/**
 * Workers as processes on this machine.
 *
 * <p>Promise: no process is ever killed. A group is asked to end through {@link
 * dev.tidemill.adapters.DrainRequests}, its workers finish what they have and exit by themselves;
 * the adapter only looks. What it must know after a restart lies in a folder: one file per group,
 * written before each process is started, so that none is lost. Workers live on when the adapter
 * ends, and are found again by process id and start time. Logs stay when a group is forgotten.
 */
@NullMarked
package dev.tidemill.adapters.nativeos;

import org.jspecify.annotations.NullMarked;
