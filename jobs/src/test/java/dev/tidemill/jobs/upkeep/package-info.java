/** The pass of upkeep. */
@NullMarked
package dev.tidemill.jobs.upkeep;

import org.jspecify.annotations.NullMarked;
