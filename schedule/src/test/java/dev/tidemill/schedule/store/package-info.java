@NullMarked
package dev.tidemill.schedule.store;

import org.jspecify.annotations.NullMarked;
