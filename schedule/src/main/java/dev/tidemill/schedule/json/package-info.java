/** Schedules as JSON: the shape of the API, of files that are applied, and of what is stored. */
@NullMarked
package dev.tidemill.schedule.json;

import org.jspecify.annotations.NullMarked;
