@NullMarked
package dev.tidemill.schedule.cron;

import org.jspecify.annotations.NullMarked;
