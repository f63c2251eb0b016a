/** Schedules of a server, over its API. What it refuses is refused with the same code here. */
@NullMarked
package dev.tidemill.schedule.http;

import org.jspecify.annotations.NullMarked;
