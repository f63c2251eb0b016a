@NullMarked
package dev.tidemill.schedule.plan;

import org.jspecify.annotations.NullMarked;
