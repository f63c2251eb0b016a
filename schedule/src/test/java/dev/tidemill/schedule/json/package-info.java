@NullMarked
package dev.tidemill.schedule.json;

import org.jspecify.annotations.NullMarked;
