/** REST of schedules: the shapes are those of {@link dev.tidemill.schedule.json}. */
@NullMarked
package dev.tidemill.server.schedule;

import org.jspecify.annotations.NullMarked;
