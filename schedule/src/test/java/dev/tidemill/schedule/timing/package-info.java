@NullMarked
package dev.tidemill.schedule.timing;

import org.jspecify.annotations.NullMarked;
