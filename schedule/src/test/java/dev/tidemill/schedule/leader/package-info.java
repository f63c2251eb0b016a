@NullMarked
package dev.tidemill.schedule.leader;

import org.jspecify.annotations.NullMarked;
