@NullMarked
package dev.tidemill.schedule;

import org.jspecify.annotations.NullMarked;
