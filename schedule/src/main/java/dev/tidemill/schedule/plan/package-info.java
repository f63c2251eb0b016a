/**
 * What a schedule does now. Pure: from what was asked for, how far it has come and what time it is,
 * to the fires to record and where it stands afterwards.
 *
 * <p>Promise: every tick is decided upon once. A tick on time fires; what becomes of missed ones
 * and of ticks that meet an open run is the schedule's policy, and leaves a trace. The work is
 * bounded, however long nobody looked.
 */
@NullMarked
package dev.tidemill.schedule.plan;

import org.jspecify.annotations.NullMarked;
